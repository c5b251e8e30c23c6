import { oneOf, type Command, type PlainCommand } from "./command.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

/** A word that may come next, and what it means. */
type Choice = [word: string, help: string];

/** What may follow the words of a command that are already there. */
interface Place {
  before: string;
  words: Choice[];
  /** Set where a whole command stands. */
  options: Choice[];
}

export const completionFor = (commands: () => readonly Command[]): PlainCommand => ({
  name: "completion",
  args: SHELLS.join("|"),
  summary: "print a script that completes commands and options in your shell",
  details: (guffaw) =>
    `bash: source <(${guffaw} completion bash), in ~/.bashrc. zsh: the same with zsh, in ~/.zshrc after compinit. fish: ${guffaw} completion fish > ~/.config/fish/completions/guffaw.fish`,
  count: [1, 1],
  answer({ args }) {
    const shell = oneOf("The shell", args[0]!, SHELLS);
    const script = SCRIPTS[shell](placesOf(commands()));
    return { json: { shell, script }, text: script };
  },
});

function placesOf(commands: readonly Command[]): Place[] {
  const places = new Map<string, Place>();
  const at = (before: string) => {
    const place = places.get(before) ?? { before, words: [], options: [] };
    places.set(before, place);
    return place;
  };
  for (const { name, args, summary, options = {} } of commands) {
    const words = name.split(" ");
    for (const [i, word] of words.entries()) {
      const place = at(words.slice(0, i).join(" "));
      const isLast = i === words.length - 1;
      if (!place.words.some(([known]) => known === word)) place.words.push([word, isLast ? summary : `${word} …`]);
    }
    const own = Object.entries(options).map(([option, { help }]): Choice => [`--${option}`, help]);
    for (const word of wordsIn(args)) at(name).words.push([word, `${name} ${word}`]);
    at(name).options = [...own, ["--json", "print one JSON object"], ["--help", "explain the command"]];
  }
  // The longest first: the first that matches is taken.
  return [...places.values()].sort((a, b) => b.before.length - a.before.length);
}

/** The words that a command's first argument may be, if they are few: `name|tagline|accent VALUE`. */
function wordsIn(args: string): string[] {
  const [first = ""] = args.split(" ");
  return /^[a-z]+(\|[a-z]+)+$/.test(first) ? first.split("|") : [];
}

/** In single quotes, which all three shells read alike apart from a quote itself. */
const quoted = (text: string) => `'${text.replaceAll("'", "’")}'`;
const names = (choices: Choice[]) => choices.map(([word]) => word).join(" ");

/** Patterns of a shell's `case`, each with what may follow. After a command's own arguments, only options may. */
const patternsOf = (places: Place[]) =>
  places.flatMap(({ before, words, options }): [pattern: string, words: Choice[], options: Choice[]][] => [
    [quoted(before), words, options],
    ...(options.length ? [[`${quoted(`${before} `)}*`, [], options] as [string, Choice[], Choice[]]] : []),
  ]);

const bash = (places: Place[]) =>
  [
    "# bash completion for guffaw",
    "_guffaw() {",
    '  local current=${COMP_WORDS[COMP_CWORD]} before="" word words="" options=""',
    '  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do [[ $word == -* ]] || before+="${before:+ }$word"; done',
    '  case "$before" in',
    ...patternsOf(places).map(
      ([pattern, words, options]) =>
        `    ${pattern}) words=${quoted(names(words))} options=${quoted(names(options))} ;;`,
    ),
    "  esac",
    "  [[ $current == -* ]] && words=$options",
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    "}",
    "complete -o default -F _guffaw guffaw",
  ].join("\n");

/** A colon separates a word from its help. */
const described = (choices: Choice[]) =>
  choices.map(([word, help]) => quoted(`${word}:${help.replaceAll(":", "\\:")}`)).join(" ");

const zsh = (places: Place[]) =>
  [
    "#compdef guffaw",
    "_guffaw() {",
    "  local -a choices options",
    '  local before="${(j: :)${(@)words[2,CURRENT-1]:#-*}}"',
    '  case "$before" in',
    ...patternsOf(places).map(
      ([pattern, words, options]) =>
        `    ${pattern}) choices=(${described(words)}); options=(${described(options)}) ;;`,
    ),
    "  esac",
    '  [[ "$PREFIX" == -* ]] && choices=($options)',
    "  if (( $#choices )); then _describe guffaw choices; else _files; fi",
    "}",
    "compdef _guffaw guffaw",
  ].join("\n");

const fish = (places: Place[]) =>
  [
    "# fish completion for guffaw",
    // In quotes, a list is one word, and an empty list an empty one.
    "function __guffaw_at",
    "  set -l words (string match -v -- '-*' (commandline -opc)[2..-1])",
    '  test "$words" = "$argv[1]"',
    "end",
    "function __guffaw_in",
    "  set -l words (string match -v -- '-*' (commandline -opc)[2..-1])",
    '  string match -q -- "$argv[1] *" "$words "',
    "end",
    ...places.flatMap(({ before, words, options }) => [
      ...words.map(
        ([word, help]) =>
          `complete -c guffaw -f -n "__guffaw_at ${quoted(before)}" -a ${quoted(word)} -d ${quoted(help)}`,
      ),
      ...options.map(
        ([word, help]) =>
          `complete -c guffaw -n "__guffaw_in ${quoted(before)}" -l ${quoted(word.slice(2))} -d ${quoted(help)}`,
      ),
    ]),
  ].join("\n");

const SCRIPTS: Record<(typeof SHELLS)[number], (places: Place[]) => string> = { bash, zsh, fish };
