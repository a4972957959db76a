/** Where the font of the product is for pages that are made without the build of the web. */
export const FONT_PATH = '/api/docs/font.woff2';

/** Look of the reference page: the tokens of the design system, light and dark, with the font of the product. Where there are many parts and room, they stand beside it; else in one row. */
export const DOCS_STYLE = `
@font-face{font-family:"Geist Variable";font-display:swap;font-weight:100 900;src:url(${FONT_PATH}) format("woff2")}
:root{--bg:#090C12;--s1:#0F141C;--s2:#161C27;--line:#222B39;--text:#EEF2F8;--mut:#9DA9BC;--link:#A99BFF;--up:#2BD9A0;--info:#6FA8FF;--warn:#FFB454;--down:#FF6B81}
@media (prefers-color-scheme:light){:root{--bg:#F5F7FA;--s1:#FFFFFF;--s2:#EDF1F6;--line:#E1E7EF;--text:#0D1420;--mut:#4A576B;--link:#5B43E0;--up:#00714F;--info:#1D5FD1;--warn:#8F5200;--down:#C8203F}}
*{box-sizing:border-box}
html{color-scheme:dark light;scroll-padding-top:72px}
body{margin:0;background:var(--bg);color:var(--text);font:14px/20px "Geist Variable",Geist,system-ui,sans-serif}
header{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:8px 24px;align-items:center;padding:12px 24px;background:var(--s1);border-bottom:1px solid var(--line)}
.brand{display:inline-flex;align-items:center;gap:9px;min-height:24px;font-weight:680;font-size:18px;letter-spacing:-.02em;color:var(--text);text-decoration:none}
nav{display:flex;flex-wrap:wrap;gap:4px 16px}
a{color:var(--link);text-underline-offset:2px}
nav a{min-height:24px;display:inline-flex;flex:none;align-items:center;color:var(--mut);text-decoration:none}
nav a:hover{color:var(--text);text-decoration:underline}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
.skip{position:absolute;inset-inline-start:-999px}
.skip:focus{inset-inline-start:16px;top:12px;z-index:2;background:var(--s1);padding:8px}
main{width:100%;max-width:1080px;margin:0 auto;padding:24px 24px 88px}
h1{font-size:26px;line-height:32px}h2{font-size:18px;line-height:24px;margin:48px 0 12px}h3{font-size:15px;line-height:20px;margin:0 0 8px;overflow-wrap:anywhere}
article{background:var(--s1);border:1px solid var(--line);border-radius:16px;padding:16px;margin:0 0 16px}
code,pre{font:13px/18px ui-monospace,SFMono-Regular,Menlo,monospace}
pre{overflow:auto;max-height:400px;background:var(--s2);padding:12px;border-radius:10px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px}dt{color:var(--mut)}dd{margin:0;overflow-wrap:anywhere}
summary{cursor:pointer;color:var(--mut);min-height:24px}
.method{font-weight:680}.get{color:var(--info)}.post{color:var(--up)}.put{color:var(--warn)}.delete{color:var(--down)}
.scroll{overflow-x:auto;background:var(--s1);border:1px solid var(--line);border-radius:16px}
table{border-collapse:collapse;width:100%}th,td{text-align:start;vertical-align:top;padding:8px 12px;border-bottom:1px solid var(--line);font-weight:450}
thead th{color:var(--mut)}.reason{padding-inline-start:32px}
@media (max-width:1199px){nav{flex-wrap:nowrap;max-width:100%;overflow-x:auto;scrollbar-width:thin}}
@media (min-width:1200px){
body:has(nav a:nth-child(8)){display:grid;grid-template-columns:220px minmax(0,1fr)}
body:has(nav a:nth-child(8)) header{height:100dvh;flex-flow:column nowrap;align-items:flex-start;overflow-y:auto;border-bottom:0;border-inline-end:1px solid var(--line)}
body:has(nav a:nth-child(8)) nav{flex-flow:column nowrap}
}
@media (max-width:600px){header,main{padding-inline:16px}dl{grid-template-columns:1fr}dd{margin-bottom:4px}}
`;
