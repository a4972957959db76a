import type { ArticleId } from '#domain/help/articles.ts';
import type { Locale } from '#web/i18n/locales.ts';

/**
 * What people ask, 20 questions in each language and for each the article that answers it; some with a slip of the finger, some in words that the
 * article does not have. The search is measured by them.
 */
const ASKED: readonly ArticleId[] = [
  'withdrawals',
  'receipt',
  'played-balance',
  'documents',
  'quick-prediction',
  'payout',
  'same-price',
  'void',
  'rounds',
  'deposits',
  'payments',
  'limits',
  'two-step',
  'early-sale',
  'lost-phone',
  'event-results',
  'fiat',
  'password',
  'ask-support',
  'real-mail',
];

const WORDS: Readonly<Record<Locale, string>> = {
  en: `why is my withdrawal not sent yet
can I verify a result myself
do I have to play my balance before I withdraw
which documnets for verification
how does a quick prediction work
who sets the payout percentage
the price ended exactly where it began
my prediction was canceled and refunded
what fee does a round have
my depsoit has not arrived
send money to a friend
I want to stop for a month
turn on two step verfication
sell a prediction early
lost my phnoe with the authenticator
who decides the outcome of an event
pay with a credit card
I forgot my pasword
attach a screenshot to a ticket
is this a phishing email`,
  de: `warum ist meine Auszahlung noch nicht gesendet
kann ich ein Ergebnis selbst prüfen
muss ich mein Guthaben erst einsetzen
welche Dokumnete brauche ich
wie geht eine Schnellprognose
wie hoch ist die Rendite
Kurs am Ende genau gleich
Prognose wurde ungültig
was kostet eine Runde an Gebühr
Einzahlng nicht angekommen
Geld an Freunde senden
ich will mich selbst ausschließen
Zwei-Schrit-Bestätigung einschalten
Prognose vorzeitig verkaufen
Handy verlohren
wer entscheidet das Ergebnis eines Ereignisses
mit Kreditkarte bezahlen
Passwot vergessen
Bild an den Support schicken
ist diese Mail echt oder Betrug`,
  ar: `لماذا لم يصل السحب
كيف أتحقق من النتيجة بنفسي
هل يجب تداول الرصيد قبل السحب
ما المستنداات المطلوبة
كيف يعمل التوقع السريع
كم نسبة العائد
انتهى السعر عند نفس القيمة
ألغي توقعي وأعيد المبلغ
رسوم الجولات
الايدع لم يصل
ارسال المال الى صديق
أريد استراحة من التداول
تفعيل التحقق بخطوتيين
بيع التوقع مبكرا
فقدت هاتفيي
من يقرر نتيجة الحدث
الدفع ببطاقة
نسيت كلمة المرر
ارسال صورة الى الدعم
هل هذه الرسالة احتيال`,
  ru: `почему вывод ещё не отправлен
как самому проверить результат
надо ли отыграть баланс до вывода
какие дакументы нужны
как сделать быстрый прогноз
от чего зависит доходность
цена в конце такая же
прогноз аннулировали
комиссия в раунде
депозт не пришёл
отправить деньги другу
хочу сделать перерыв
включить двухэтапную провекру
продать прогноз раньше
потерял телефн
кто решает исход события
оплатить картой
забыл пороль
отправить картинку в поддержку
это письмо от мошенников`,
  uk: `чому виведення ще не надіслано
як самому перевірити результат
чи треба відіграти баланс перед виведенням
які докуметни потрібні
як працює швидкий прогноз
від чого залежить дохідність
ціна наприкінці та сама
прогноз анулювали
комісія в раунді
поповнення не надійшлоо
надіслати гроші другові
хочу зробити перерву
увімкнути двоетапну перевікру
продати прогноз раніше
загубив телефн
хто вирішує результат події
оплатити карткою
забув паролль
надіслати зображення в підтримку
цей лист від шахраїв`,
  tr: `para çekme neden bekliyor
sonucu kendim kontrol edebilir miyim
çekmeden önce bakiyeyi oynamam gerekir mi
hangi belgler gerekli
hızlı tahmin nasıl yapılır
getiri oranı neye bağlı
fiyat sonunda aynı kaldı
tahminim geçersiz sayıldı
tur komisyonu ne kadar
para yatrdım gelmedi
arkadaşıma para göndermek
ara vermek istiyorum
iki adımlı dogrulma aç
tahmini erken satmak
telefonmu kaybettim
olayın sonucuna kim karar verir
kredi kartı ile ödeme
parlamı unuttum
destek ekibine görsel göndermek
bu e-posta sahte mi`,
  sv: `varför är mitt uttag inte skickat
kan jag kontrollera ett resultat själv
måste jag spela saldot före uttag
vilka dokumnet behövs
hur gör man en snabbprognos
vad bestämmer avkastningen
kursen slutade på samma nivå
min prognos blev ogiltig
avgift i en runda
insätning har inte kommit
skicka pengar till en vän
jag vill ta en paus
slå på tvåstegsverifering
sälja prognosen i förtid
tappat telfonen
vem avgör resultatet av en händelse
betala med kort
glömt lösenrdet
skicka en bild till supporten
är mejlet bedrägeri`,
  it: `perché il prelievo non è ancora partito
posso verificare da solo un risultato
devo giocare il saldo prima di prelevare
quali docmenti servono
come funziona la previsione rapida
da cosa dipende il rendimento
prezzo finale uguale
la mia previsione è stata annullata
commissione di un round
il depsito non è arrivato
inviare denaro a un amico
voglio fare una pausa
attivare la verifica in due pasaggi
vendere prima la previsione
ho perso il telefno
chi decide l’esito di un evento
pagare con carta di credito
ho dimenticato la pasword
inviare un’immagine all’assistenza
questa email è una truffa`,
  jp: `出金がまだ届かない
自分で結果を検証したい
出金前に残高を取引する必要
本人確認の書類
クイック予測のやり方
利益率はどう決まる
価格が同じで終わった
予測が無効になった
ラウンドの手数料
入金が反映されない
友人に送金
取引を休止したい
二段階認証を有効に
予測を途中で売る
スマホをなくした
イベントの結果は誰が決める
カードで入金
パスワドを忘れた
サポートに画像を送る
このメールは詐欺`,
  ch: `提现为什么还没到
自己验证结果
提现前要先交易余额吗
需要什么证件
快速预测怎么做
收益率由什么决定
结束价格相同
预测作废退款
轮次手续费
入金没到帐
转账给朋友
想休息一段时间
开启两步验正
提前卖出预测
手机丢了
事件结果谁裁定
用银行卡付款
忘记蜜码
给客服发图片
这封邮件是诈骗吗`,
  es: `por qué mi retiro no se ha enviado
puedo comprobar yo un resultado
tengo que jugar el saldo antes de retirar
qué documetnos necesito
cómo funciona la predicción rápida
de qué depende el rendimiento
el precio terminó igual
mi predicción fue anulada
comisión de una ronda
mi depsito no llega
enviar dinero a un amigo
quiero tomar una pausa
activar verificación en dos psos
vender antes una predicción
perdí mi telfono
quién decide el resultado de un evento
pagar con tarjeta
olvidé mi contraseñaa
enviar una imagen a soporte
este correo es una estafa`,
  hi: `विड्रॉल अब तक क्यों नहीं आया
नतीजा खुद कैसे जाँचें
निकालने से पहले बैलेंस खेलना ज़रूरी है
कौन से दस्तवेज चाहिए
क्विक प्रेडिक्शन कैसे लगाएं
पेआउट किससे तय होता है
प्राइस अंत में वही रहा
मेरा प्रेडिक्शन अमान्य हो गया
राउंड की फ़ीस
जमा पैस नहीं आया
दोस्त को पैसे भेजना
मैं ब्रेक लेना चाहता हूँ
टू-स्टेप वेरिफ़िकशन चालू करना
प्रेडिक्शन पहले बेचना
फ़ोन खो गया
इवेंट का नतीजा कौन तय करता है
कार्ड से भुगतान
पासवर्ड भुल गया
सपोर्ट को तस्वीर भेजना
क्या यह ईमेल धोखा है`,
};

export const QUESTIONS = (Object.keys(WORDS) as Locale[]).flatMap((locale) =>
  WORDS[locale].split('\n').map((question, no) => ({ locale, question, article: ASKED[no] })),
);
