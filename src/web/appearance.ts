import { STORED } from './api/stored.ts';
import { LOCALES } from './i18n/locales.ts';

export const THEMES = ['dark', 'light', 'system'] as const;
export type Theme = (typeof THEMES)[number];
export const COLOURS = ['standard', 'blind', 'red-up'] as const;
export type Colours = (typeof COLOURS)[number];

/** Up and Down of each colour set on a dark ground, for samples. */
export const COLOUR_SAMPLES: Readonly<Record<Colours, readonly [string, string]>> = {
  standard: ['#2bd9a0', '#ff6b81'],
  blind: ['#4db2ff', '#ff9a3d'],
  'red-up': ['#ff6b81', '#2bd9a0'],
};

/** Page, panel, raised and brand of each theme, for samples; System is one half of each. */
export const THEME_SAMPLES: Readonly<Record<Theme, readonly [string, string, string, string]>> = {
  dark: ['#090c12', '#161c27', '#303b4d', '#a99bff'],
  light: ['#f5f7fa', '#fff', '#cbd4e0', '#5b43e0'],
  system: ['linear-gradient(105deg, #090c12 50%, #f5f7fa 50%)', '#1f2735', '#9dabbc', '#a99bff'],
};

export const THEME_KEY = 'tikvo.theme';
export const COLOURS_KEY = 'tikvo.colours';
/** `1`: less motion, `0`: all of it; nothing: as the device wants it. */
export const MOTION_KEY = 'tikvo.motion';
/** The device asks for less motion. */
export const LESS_MOTION = '(prefers-reduced-motion: reduce)';

/** A visitor who came by a link and accepted all cookies is known by it so long: 30 days. */
export const ORIGIN_SEC = 2_592_000;

/**
 * Runs in the head, before the first paint: keeps the language of the path in the cookie `i18next`, sets `data-theme`, `data-colours` and `data-motion` of <html> from what this device keeps,
 * keeps where the visitor came from (`tikvo.origin`) for 30 days where they have accepted all cookies and else until the browser ends, marks <html> where somebody signed in on this browser (`data-known`) and where their e-mail was not confirmed yet (`data-unconfirmed`), and answers the switches of every page (`data-set-theme`, `data-set-colours`), also where no framework is loaded.
 * Of pages with a framework (`data-app`) it keeps the press of a form until they are awake (`tikvo:awake`): the browser would send the form itself, and put passwords into the address.
 */
export const APPEARANCE_SCRIPT = `(function(){
var s=location.protocol==='https:'?';secure':'',l=location.pathname.split('/')[1];if(/^(${LOCALES.join('|')})$/.test(l))document.cookie='i18next='+l+';path=/;max-age=31536000;samesite=lax'+s;
var r=document.documentElement;if(/(^|; )tikvo\\.known=1(;|$)/.test(document.cookie))r.dataset.known='';
var q=location.search;if(/[?&](ref|referral|utm_\\w+)=/.test(q))document.cookie='tikvo.origin='+encodeURIComponent(q.slice(1,600))+';path=/;samesite=lax'+(/(^|; )tikvo\\.consent=all(;|$)/.test(document.cookie)?';max-age=${ORIGIN_SEC}':'')+(r.dataset.domain?';domain='+r.dataset.domain:'')+s;
var m=matchMedia('(prefers-color-scheme: light)'),n=matchMedia('${LESS_MOTION}');
function g(k){try{return localStorage.getItem(k)}catch(e){return null}}
if(g('${STORED.showVerification}')==='1')r.dataset.unconfirmed='';
function a(){var t=g('${THEME_KEY}')||'dark',c=g('${COLOURS_KEY}')||'standard';
r.dataset.theme=t==='light'||(t==='system'&&m.matches)?'light':'dark';r.dataset.colours=c;
var k=g('${MOTION_KEY}');r.dataset.motion=k==='1'||(k!=='0'&&n.matches)?'less':'full';
document.querySelectorAll('[data-set-theme]').forEach(function(b){b.setAttribute('aria-pressed',String(b.dataset.setTheme===t))});
document.querySelectorAll('[data-set-colours]').forEach(function(b){b.setAttribute('aria-pressed',String(b.dataset.setColours===c))})}
a();m.addEventListener('change',a);n.addEventListener('change',a);addEventListener('storage',a);addEventListener('tikvo:appearance',a);addEventListener('DOMContentLoaded',a);
document.addEventListener('click',function(e){var b=e.target.closest&&e.target.closest('[data-set-theme],[data-set-colours]');
if(b){try{b.dataset.setTheme?localStorage.setItem('${THEME_KEY}',b.dataset.setTheme):localStorage.setItem('${COLOURS_KEY}',b.dataset.setColours)}catch(x){}a()}
document.querySelectorAll('details[data-menu][open]').forEach(function(d){if(!d.contains(e.target))d.open=false})});
var p=null;if('app' in r.dataset){addEventListener('submit',function(e){if(p!==false){e.preventDefault();p=e.target}},true);
addEventListener('tikvo:awake',function(){var f=p;p=false;if(f&&f.isConnected)f.requestSubmit()})}
document.addEventListener('keydown',function(e){if(e.key==='Escape')document.querySelectorAll('details[data-menu][open]').forEach(function(d){d.open=false;d.querySelector('summary').focus()})});
})()`;
