/** The most common passwords of 10 or more characters in published leaks, and Portuguese ones that people would try. */
const commonPasswords = new Set(
  `0000000000 0123456789 0987654321 1029384756 1111111111 11111111111 111111111111 1122334455 112233445566 1212121212
  123123123123 1231231231 1234512345 1234554321 123456123456 12345678900 1234567890 12345678901 123456789012 12345678910
  1234567891 1234567899 123456789a 123456789abc 123456789o 123456789q 123456789z 1234567890a 1234567890q 1234567891011
  1234qwerasdf 1234qwerty 123456qwerty 123abc123abc 123qwe123qwe 123qweasdzxc 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u
  1qaz2wsx3edc 1qazxsw23edc 2222222222 3333333333 5555555555 6666666666 7777777777 8888888888 9876543210 98765432100
  9999999999 a123456789 a1b2c3d4e5 aaaaaaaaaa abc1234567 abc123456789 abcd123456 abcd12345678 abcdefghij abcdefghijkl
  adgjmptw123 admin12345 admin123456 admin@12345 admin@123456 adminadmin administrador administrator administrator1
  alexander1 asd123asd123 asdasdasdasd asdf123456 asdf1234asdf asdfasdfasdf asdfghjkl1 asdfghjkl123 asdfghjklç
  asdfghjkl; baseball123 basketball brasil12345 brasil123456 businessbabe butterfly1 california caralho123 changeme12
  changeme123 chocolate1 chocolate12 cinderella computer12 computer123 contrasena contraseña corinthians default123
  dragon12345 entrar12345 estrela123 facebook123 familia123 felicidade flamengo10 flamengo123 football12 football123
  google12345 gremio1903 guest12345 hello12345 iloveyou12 iloveyou123 iloveyou1234 jesuscristo jesus12345 jesuscristo1
  jordan2323 leonardo123 letmein123 letmein1234 liverpool1 lovelylove master12345 mercedes123 metallica1 michael123
  microsoft1 minhasenha minhasenha1 minhasenha123 monkey12345 motdepasse mudar12345 mudar@12345 mudar123456 mustang123
  mypassword mypassword1 mypassword123 nascimento newpassword nicole12345 p@55w0rd123 p@ssw0rd12 p@ssw0rd123 p@ssw0rd1234
  p@ssword123 palmeiras1 palmeiras10 passw0rd12 passw0rd123 passw0rd1234 password00 password01 password10 password11
  password12 password123 password1234 password12345 password123456 password1! password99 password@1 password@123
  passwordpassword pokemon123 princess12 princess123 princesa123 q123456789 q1w2e3r4t5 q1w2e3r4t5y6 qawsedrftg
  qazwsx1234 qazwsx12345 qazwsx123456 qazwsxedc1 qazwsxedc123 qazwsxedcrfv qq123456789 qqww112233 qwaszx1234 qwe1234567
  qwe123qwe123 qweasdzxc1 qweasdzxc123 qweqweqweqwe qwer123456 qwer1234qwer qwerasdfzxcv qwert12345 qwerty1234
  qwerty12345 qwerty123456 qwerty1234567 qwerty123456789 qwerty@123 qwertyqwerty qwertyuiop qwertyuiop1 qwertyuiop123
  qwertyuiop[] qwertyuiopasdfghjkl qwertz12345 raiodesol1 root123456 saopaulofc satanas666 secret1234
  secret12345 segredo123 senha00000 senha12345 senha123456 senha1234567 senha12345678 senha@1234 senha@12345
  senhasenha senhaforte senhaforte1 senhaforte123 senhasegura senhasegura1 seguranca1 sunshine12 sunshine123 superman12
  superman123 system12345 teamo12345 temporaria temporario test123456 test1234567 teste12345 teste123456 testtesttest
  tinkerbell trustno123 trocar12345 usuario123 vascodagama vitoria123 volcom1234 welcome123 welcome1234 welcome@123
  whatever12 windows1234 xxxxxxxxxx yuantuo2012 zaq12wsxcde3 zaq1zaq1zaq1 zaq1xsw2cde3 zxcvbnm123 zxcvbnm1234
  zxcvbnmasdfghjkl zxcvbnmzxcvbnm`.split(/\s+/),
);

/** Whether a password is among the most common ones, in any case, or repeats one character. */
export function isCommonPassword(password: string): boolean {
  return commonPasswords.has(password.toLowerCase()) || /^(.)\1*$/su.test(password);
}
