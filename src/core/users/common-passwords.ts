/** The most common passwords of ten characters or more. Shorter ones are refused anyway. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `1234567890 12345678910 123456789a 123456789q 0123456789 9876543210 0987654321 1111111111 1212121212 1122334455
  1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc q1w2e3r4t5 q1w2e3r4t5y6 qwertyuiop qwertyuiop123 qwerty1234
  qwerty12345 qwerty123456 qwertyui123 qwerty123! asdfghjkl1 asdfghjkl123 asdfghjkl; zxcvbnm123 zxcvbnm1234 1234qwerasdf
  asdf1234asdf qweasdzxc123 qazwsxedcrfv poiuytrewq mnbvcxz123 password12 password123 password1234 password12345
  password123! password1! password!1 passw0rd123 passw0rd1234 p@ssw0rd123 p@ssword123 p@ssw0rd12 mypassword
  mypassword1 mypassword123 passwordpassword thisismypassword newpassword newpassword1 changeme123 changeme1234
  changeme12 letmein123 letmein1234 letmeinnow welcome123 welcome1234 welcome12345 welcome2023 welcome2024 welcome2025
  welcome2026 administrator admin12345 admin123456 admin1234! adminadmin rootroot12 superadmin superuser1 iloveyou12
  iloveyou123 iloveyou1234 iloveyouso iloveyou!! ilovehim123 iloveher123 princess123 princess12 sunshine123 sunshine12
  football123 football12 baseball123 baseball12 basketball basketball1 superman123 superman12 batman1234 starwars123
  starwars12 startrek123 pokemon1234 pokemon123! minecraft1 minecraft123 fortnite123 liverpool123 liverpool1 manchester
  manchester1 manunited1 barcelona1 barcelona123 realmadrid1 realmadrid arsenal123 chelsea1234 juventus123 chocolate1
  chocolate123 butterfly1 butterfly123 strawberry strawberry1 watermelon watermelon1 blackberry raspberry1 summertime
  summer2023 summer2024 summer2025 summer2026 winter2023 winter2024 winter2025 winter2026 spring2024 spring2025
  autumn2024 autumn2025 monday1234 january2024 january2025 computer123 computer12 internet123 internet12 michael123
  michelle123 jennifer123 jessica123 jonathan123 christopher christian1 christina1 alexander1 alexander123 elizabeth1
  elizabeth123 charlie1234 daniel1234 jordan1234 thomas1234 andrew1234 robert1234 dragon1234 monkey1234 shadow1234
  master1234 killer1234 hunter1234 hunter2hunter2 tigger1234 ginger1234 buster1234 soccer1234 hockey1234 ranger1234
  harley1234 abcdefghij abcdefghijk abcdefghijklmnop abcd123456 abcd12345678 abc1234567 abc123456789 abcabcabc123
  a123456789 a1234567890 a1b2c3d4e5 a1b2c3d4e5f6 aa12345678 aaaaaaaaaa aaaaaaaaaa1 zzzzzzzzzz 0000000000 9999999999
  5555555555 6666666666 7777777777 8888888888 1029384756 1357924680 2468101214 3141592653 1123581321 1478963250
  147258369a 1472583690 123123123123 1231231234 123321123321 1234512345 1234554321 12341234123 123412341234 012345678910
  qwer1234qwer 1q1q1q1q1q 1a2b3c4d5e 1a2s3d4f5g z1x2c3v4b5 trustno1trustno1 correcthorse correcthorsebatterystaple
  whatever123 whatever12 freedom1234 forever123 foreverlove hello12345 hello123456 helloworld helloworld1 helloworld123
  hellohello googlegoogle google1234 facebook123 facebook12 instagram1 instagram123 whatsapp123 microsoft1 windows123
  samsung123 samsung1234 iphone1234 android123 playstation playstation1 nintendo123 xbox360360 memelord123 memes12345
  guffaw1234 guffawguffaw lolololol123 hahahahaha hahahaha123 secret1234 secretpassword topsecret1 topsecret123
  temppassword temporary1 temporary123 testpassword testtest12 testtest123 test123456 test1234567 testing1234
  testing123! defaultpassword default123 guest12345 guestguest user123456 useruser12 login12345 access1234 master12345
  jesuschrist jesusislord godisgood1 blessed123 thunderbird victoria123 veronica123 valentina1 sebastian1 sebastian123
  francisco1 alejandro1 alejandra1 gabriela123 fernando123 estrella123 mariposa123 teamo12345 contraseña contrasena1
  contrasena123 passwort123 passwort1234 hallo12345 schatz1234 motdepasse motdepasse1 motdepasse123 azertyuiop
  azertyuiop123 azerty1234 azerty12345 azerty123456 doudou1234 soleil1234 senha12345 senha123456 brasil1234 flamengo123
  corinthians corinthians1 palmeiras1 geheim1234 wachtwoord welkom1234 welkom12345 hejsan1234 losenord123 haslo12345
  zaq12wsxcde3 zaq1zaq1zaq1 polska1234 parola1234 parola12345 sifre12345 galatasaray fenerbahce besiktas1903`.split(
    /\s+/,
  ),
);
