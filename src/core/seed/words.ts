import type { Random } from "./random.ts";

const words = (text: string) => text.split(" ");

const ADJECTIVES = words(
  "amber brave calm clever cosmic crispy curious dizzy dusty eager fancy fluffy fuzzy gentle giddy glossy golden grumpy happy " +
    "hasty honest humble icy jazzy jolly keen lazy little lively loud lucky mellow merry mighty misty modest neat nimble noble " +
    "odd patient plucky polite proud quick quiet rusty salty shiny shy silent silly sleepy sly smooth snappy spicy sunny tiny " +
    "velvet warm wild witty zesty",
);
const NOUNS = words(
  "acorn badger banana beaver biscuit bison cactus camel carrot cheetah comet cookie coyote cricket dolphin donut dragon " +
    "falcon ferret fox gecko goose hamster hedgehog heron iguana jackal kettle kiwi koala lemur llama lobster lynx mango marmot " +
    "meteor mole moose muffin narwhal newt noodle otter owl panda parrot pelican penguin pickle pigeon potato puffin quokka " +
    "raccoon radish raven robot salmon sloth sparrow teapot toad turnip",
);

/** Readable, valid as a username, and unique across seeds thanks to the suffix after the last underscore. */
export function nameOf(user: number, randomSeed: number, seeds: number): string {
  const round = Math.floor(user / (ADJECTIVES.length * NOUNS.length));
  const adjective = ADJECTIVES[Math.floor(user / NOUNS.length + user * 7) % ADJECTIVES.length]!;
  return `${adjective}_${NOUNS[user % NOUNS.length]!}_${round * seeds + randomSeed}`;
}

/**
 * Caption templates: {a} an animal or a thing, {q} a quality, {t} a thing people deal with, {d} something they do, {w}
 * when, {x} a word hardly anybody else has used. Some words are everywhere and most are rare, as in life.
 */
const ENGLISH = [
  "When the {t} {w}",
  "Me, explaining the {t} to a {q} {a}",
  "Nobody:\nAbsolutely nobody:\nMy {a} {w}",
  "POV: you {d} the {t} {w}",
  "How the {t} started ↔ how it's going",
  "One does not simply {d} 94 {t}s",
  'It\'s {w} & the "quick {t}" begins',
  "C:\\Users\\{a}> del {t}.docx",
  "My {q} {a} watching me {d} the {t}",
  "Breaking: {x} ruins {t} {w}",
  "I was told there would be {x}",
  "Not all {a}s {d} {t}s, but mine is {q}",
  "The {t} said <b>{q}</b>, the {a} said {x}",
  "Tell me you {d} {t}s without telling me",
  "{q} {a}, {q} {t}, can't lose",
  "Plot twist: the {a} was {q} all along",
  "Them: just {d} it. Me: {x}.",
  "Every {t} {w} has one {q} {a}",
];
const THINGS = words(
  "alarm meeting printer password spreadsheet backup deadline invoice sandwich umbrella escalator elevator homework exam " +
    "deploy merge compiler server database keyboard monitor charger battery wifi router update reboot cable inbox " +
    "newsletter calendar reminder weekend holiday commute traffic parking ticket bus train airport suitcase passport " +
    "landlord neighbour roommate dentist gym treadmill yoga diet pizza burrito ramen pancake coffee tea espresso soup " +
    "leftover fridge dishwasher laundry sock blanket pillow nap dream mirror haircut selfie wedding birthday cake candle " +
    "gift karaoke guitar drum concert movie sequel trailer series episode spoiler novel library recipe garden lawn snow " +
    "rain thunderstorm sunburn beach picnic mosquito tent campfire map shortcut detour budget rent tax receipt coupon " +
    "refund queue form signature contract interview resume salary raise boss intern manager client refactor bug ticket test",
);
const DOING = words(
  "debug fix break lose find forget remember ignore avoid attend cancel postpone finish start rewrite delete archive " +
    "forward mute unplug restart borrow steal hide wrap unwrap cook burn taste share paint sing whistle juggle chase " +
    "train adopt befriend confuse impress annoy scare praise question doubt believe blame forgive celebrate survive",
);
const WHEN = [
  "at 3 a.m.",
  "on a Friday",
  "on Monday morning",
  "before coffee",
  "after lunch",
  "during the meeting",
  "at 5 o'clock",
  "in the middle of winter",
  "two minutes before the deadline",
  "for the very first time",
  "since yesterday",
  "until further notice",
  "right after the update",
  "while the boss is away",
];
const TAILS = words(
  "gate pocalypse quake zilla fest nado mania holic verse tron core wave ween burger naut ology geddon palooza splosion inator",
);
const ELSEWHERE: readonly (readonly [sentences: readonly string[], words: readonly string[]])[] = [
  [
    ["Quand {o} est enfin prêt", "Moi devant {o}, un dimanche", "Personne :\nAbsolument personne :\n{o} à minuit"],
    [
      "le café",
      "le croissant",
      "la réunion",
      "le télétravail",
      "mon réveil",
      "la boulangère",
      "l'écureuil",
      "le fromage",
    ],
  ],
  [
    ["Wenn {o} plötzlich funktioniert", "Ich, wie ich {o} erkläre", "Niemand:\nGar niemand:\n{o} um drei Uhr früh"],
    [
      "der Drucker",
      "die Steuererklärung",
      "das Frühstücksei",
      "die Übung",
      "der Aufzug",
      "die Straßenbahn",
      "das Müsli",
    ],
  ],
  [
    ["Cuando por fin llega {o}", "Yo esperando {o} desde el lunes"],
    ["el viernes", "la paella", "el señor del gas", "la siesta", "el autobús", "mi sueldo", "el niño"],
  ],
  [
    ["Kun {o} on lämmin", "Minä ja {o} maanantaina"],
    ["sauna", "kahvi", "pulla", "mökki", "järvi", "lohikeitto"],
  ],
  [
    ["{o}の朝の私", "{o}が会議に参加しました", "やっぱり{o}が好き"],
    ["月曜日", "猫", "金曜日", "ラーメン", "締め切り", "温泉", "新人", "コーヒー"],
  ],
  [
    ["当你终于{o}了", "我和我的{o}"],
    ["下班", "放假", "加班", "奶茶", "考试", "火锅", "周末"],
  ],
  [
    ["월요일 아침의 {o}", "{o} 기다리는 나"],
    ["나", "고양이", "커피", "치킨", "퇴근", "라면"],
  ],
  [
    ["Когда {o} с первого раза", "Я и {o} в понедельник"],
    ["всё заработало", "кот", "экзамен", "борщ", "отпуск", "будильник", "ёжик"],
  ],
  [
    ["Όταν βρίσκεις {o}", "Εγώ και {o}"],
    ["θέση για παρκάρισμα", "καφέ", "τη γάτα", "χρόνο", "τα κλειδιά"],
  ],
  [
    ["عندما ينتهي {o} مبكرًا", "أنا و{o} يوم الاثنين"],
    ["الاجتماع", "الدوام", "الامتحان", "الشاي", "القط"],
  ],
  [
    ["כש{o} מוכן", "אני ו{o}"],
    ["הקפה", "החומוס", "האוטובוס", "החתול"],
  ],
  [
    ["जब {o} तैयार हो", "मैं और {o}"],
    ["चाय", "समोसा", "छुट्टी", "बिल्ली", "परीक्षा"],
  ],
  [
    ["เมื่อถึง{o}", "ฉันกับ{o}"],
    ["วันศุกร์", "ส้มตำ", "แมว", "เงินเดือน", "วันหยุด"],
  ],
  [
    ["Khi {o} đúng giờ tan làm", "Tôi và {o}"],
    ["trời mưa", "bánh mì", "con mèo", "phở", "kẹt xe"],
  ],
  [
    ["Gdy {o} wyprzedza cię na ścieżce", "Ja i {o}"],
    ["żółw", "gęś", "szef", "ślimak", "babcia", "jeż"],
  ],
];
const ENDINGS = [
  "",
  "",
  "",
  " 😂",
  " 🎉🎉🎉",
  " 🤷🏽‍♀️",
  " 👩‍💻🔥",
  " 🏳️‍🌈",
  " (part 2)",
  " – every single time",
  "… again",
  " #relatable",
  " ¯\\_(ツ)_/¯",
];
const BIOS = [
  "",
  "",
  "I am here for the cats.",
  "Memes <3 & coffee > sleep",
  '<script>alert("not today")</script>',
  "**Bold** claims, _weak_ evidence, `clean` code",
  "Quotes: \"double\", 'single' and {{ mustache }}",
  "https://example.org/?a=1&b=2",
  "Line one\nLine two\tand a tab",
  "Коллекционирую смешные картинки",
  "猫とラーメンが好き 🍜",
  "أحب القهوة والصور المضحكة",
  "Professional 🦦 enthusiast",
  "'; DROP TABLE memes; --",
  "100% human, 0% robot",
];
const COMMENTS = [
  "I feel seen.",
  "My cat agrees.",
  "Five out of five, would laugh again",
  "This is me every Monday 😭",
  "Source? <em>asking for a friend</em>",
  "Sent it to the whole team & nobody laughed",
  "😂😂😂",
  "Took me a minute…",
  "Ich kann nicht mehr 🤣",
  "C'est tellement vrai !",
  "なるほど、わかる",
  "Смешно до слёз",
  "ههههههه",
  "Too real.",
  "Saved for later",
  "I came for the picture and stayed for the caption.",
];

export function captionOf(random: Random): string {
  const number = random.chance(0.15) ? ` (${1 + random.below(999)}/1000)` : "";
  return (random.chance(0.7) ? english(random) : elsewhere(random)) + number + random.pick(ENDINGS);
}

/** Alt text, for the few who bother to write one. */
export const altOf = (random: Random) =>
  random.chance(0.2) ? `A ${often(random, ADJECTIVES)} ${often(random, NOUNS)} beside a ${often(random, THINGS)}.` : "";

const english = (random: Random) =>
  random.pick(ENGLISH).replaceAll(/\{(\w)\}/g, (_, slot: string) => FILLERS[slot]!(random));

const FILLERS: Record<string, (random: Random) => string> = {
  a: (random) => often(random, NOUNS),
  q: (random) => often(random, ADJECTIVES),
  t: (random) => often(random, THINGS),
  d: (random) => often(random, DOING),
  w: (random) => random.pick(WHEN),
  x: (random) => random.pick(random.chance(0.5) ? NOUNS : THINGS) + random.pick(TAILS),
};

/** Favours the first ones heavily. */
const often = (random: Random, from: readonly string[]) => from[Math.floor(from.length * random.next() ** 2)]!;

function elsewhere(random: Random): string {
  const [sentences, objects] = random.pick(ELSEWHERE);
  return random.pick(sentences).replace("{o}", random.pick(objects));
}

export const bioOf = (random: Random) => random.pick(BIOS);
export const commentOf = (random: Random) => random.pick(COMMENTS);
