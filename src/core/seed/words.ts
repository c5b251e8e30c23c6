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

/** Readable, valid as a username, and never the same for two seeds: what follows the last underscore tells them apart. */
export function nameOf(user: number, randomSeed: number, seeds: number): string {
  const round = Math.floor(user / (ADJECTIVES.length * NOUNS.length));
  const adjective = ADJECTIVES[Math.floor(user / NOUNS.length + user * 7) % ADJECTIVES.length]!;
  return `${adjective}_${NOUNS[user % NOUNS.length]!}_${round * seeds + randomSeed}`;
}

const MOMENTS = [
  "When the build is green",
  "Me, explaining the bug to a duck",
  "Nobody:\nAbsolutely nobody:\nMy cat at 3 a.m.",
  "POV: you pushed on a Friday",
  "How it started ↔ how it's going",
  "One does not simply <b>close</b> 94 tabs",
  "It's 5 o'clock & the \"quick call\" begins",
  "C:\\Users\\me> del homework.docx",
  "Quand le café est prêt",
  "Wenn der Drucker plötzlich funktioniert",
  "Cuando por fin es viernes",
  "Kun sauna on lämmin",
  "月曜日の朝の私",
  "猫が会議に参加しました",
  "当你终于下班了",
  "월요일 아침의 나",
  "Когда всё заработало с первого раза",
  "Όταν βρίσκεις θέση για παρκάρισμα",
  "عندما ينتهي الاجتماع مبكرًا",
  "כשהקפה מוכן",
  "जब चाय तैयार हो",
  "เมื่อถึงวันศุกร์",
  "Khi trời mưa đúng giờ tan làm",
  "Gdy żółw wyprzedza cię na ścieżce",
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
  const number = random.chance(0.3) ? ` (${1 + random.below(99)}/100)` : "";
  return random.pick(MOMENTS) + number + random.pick(ENDINGS);
}

export const bioOf = (random: Random) => random.pick(BIOS);
export const commentOf = (random: Random) => random.pick(COMMENTS);
