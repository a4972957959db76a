/**
 * Words that people build passwords from, in the order in which guessing begins: keyboard walks, "password" in the product's
 * languages, greetings, names, teams, seasons and months, and the product itself. Lower case; our own selection.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'password passwort passwd pass passw parol parola sifre contrasena contraseña motdepasse senha losenord lösenord пароль mima geheim secret secreto ' +
    'qwerty qwertz azerty qwertyuiop qwertzuiop asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qwe qweasd qweasdzxc qaz wsx zaq йцукен ' +
    'abc abcd abcde abcdef abcdefg abcdefgh xyz aaa test testing tester temp temporary default changeme change guest user username login ' +
    'admin administrator root superuser master manager support system welcome willkommen bienvenido bienvenue benvenuto hello hallo hola letmein enter open ' +
    'iloveyou ilove love lovely loveme lover amor tequiero baby babygirl angel princess sweetheart sunshine sunny flower butterfly rainbow ' +
    'dragon monkey tiger lion eagle falcon shadow hunter killer ninja samurai warrior wizard phoenix panther puppy kitten horse dolphin bear wolf ' +
    'football fussball futbol soccer baseball basketball hockey golf tennis cricket liverpool chelsea arsenal barcelona realmadrid juventus milan bayern galatasaray fenerbahce ' +
    'superman batman spiderman starwars pokemon naruto matrix gandalf merlin harley mustang ferrari porsche corvette mercedes yamaha ' +
    'michael jordan daniel david thomas robert andrew anthony joshua matthew charlie george william james john alex alexander max maria anna laura sarah jessica ' +
    'jennifer michelle nicole ashley amanda melissa samantha natasha marina svetlana olga ivan sergey dmitry andrey mohammed muhammad ahmed ali fatima mehmet mustafa ' +
    'summer winter spring autumn fall sommer herbst verano invierno january february march april may june july august september october november december ' +
    'monday tuesday wednesday thursday friday saturday sunday london paris berlin moscow istanbul newyork america canada england germany russia ukraine turkey india china ' +
    'money bitcoin crypto ethereum dollar trading trader market tikvo casino poker lucky winner jackpot million rich bank wallet ' +
    'computer internet google facebook instagram apple samsung microsoft windows linux android iphone access private security secure trustno trustnoone whatever nothing ' +
    'cheese chocolate cookie coffee banana orange pepper ginger peanut hannah jesus christ god blessed freedom success family friends forever'
  ).split(' '),
);
