/**
 * The pictures a new site can begin with. They are drawn by scripts/draw-starter.ts and are under the project's licence;
 * `file` is relative to this folder.
 */
export const STARTER: { file: string; caption: string; age: 1 | 2 | 4 }[] = [
  { file: "cat-and-cable.webp", caption: "Our single point of failure purrs.", age: 1 },
  { file: "just-finishing-up.gif", caption: "He was clean-shaven when he clicked Update.", age: 1 },
  { file: "line-up.png", caption: "The suspect was last seen propagating for up to 48 hours.", age: 1 },
  { file: "little-server.webp", caption: "Five watts, and the emotional load of a data centre.", age: 1 },
  { file: "tab-hoard.webp", caption: "Somewhere in the pile, one of them is playing music.", age: 1 },
  { file: "restore-day.webp", caption: "The backup job did say success. It did not say at what.", age: 2 },
  { file: "ship-it.png", caption: "Containers, as first explained to management.", age: 1 },
  { file: "bouncer.webp", caption: "And it may not resemble any of your last twelve plots.", age: 1 },
  { file: "printer.png", caption: "It can smell a deadline.", age: 1 },
  { file: "reply-all.webp", caption: "No snowflake ever feels responsible.", age: 1 },
  { file: "old-server.jpg", caption: "Eleven years of uptime isn't stability. It's fear.", age: 2 },
  { file: "git-blame.webp", caption: "The investigation was short and rather personal.", age: 4 },
];
