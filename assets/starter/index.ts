/**
 * The pictures a new site can begin with. They are drawn by scripts/draw-starter.ts and are under the project's licence;
 * `file` is relative to this folder.
 */
export const STARTER: { file: string; caption: string; alt: string; age: 1 | 2 | 4 }[] = [
  {
    file: "cat-and-cable.webp",
    caption: "Our single point of failure purrs.",
    alt: "A server looks on in horror as a cat bites into its power cable. 99.999% uptime, until the cat finds the cable.",
    age: 1,
  },
  {
    file: "just-finishing-up.gif",
    caption: "He was clean-shaven when he clicked Update.",
    alt: "A man waits in front of a screen that says 97%, and grows a beard. Just finishing up.",
    age: 1,
  },
  {
    file: "line-up.png",
    caption: "The suspect was last seen propagating for up to 48 hours.",
    alt: "A police line-up of a firewall, a router, a sweating globe marked DNS and a cache. Who broke production? Take your time, DNS.",
    age: 1,
  },
  {
    file: "little-server.webp",
    caption: "Five watts, and the emotional load of a data centre.",
    alt: "A tiny computer carries a tall stack of boxes: all the photos, the blog, mail, a wiki, memes. It's a little home server; it can take one more.",
    age: 1,
  },
  {
    file: "tab-hoard.webp",
    caption: "Somewhere in the pile, one of them is playing music.",
    alt: "A dragon sleeps on a hoard of browser tabs. Close a few tabs? I am still using all 417.",
    age: 1,
  },
  {
    file: "restore-day.webp",
    caption: "The backup job did say success. It did not say at what.",
    alt: "A skydiver whose parachute is a file backup.tar of 0 bytes. We make backups daily; today we restore one.",
    age: 2,
  },
  {
    file: "ship-it.png",
    caption: "Containers, as first explained to management.",
    alt: "A developer at his desk, on the back of a truck called Production Express. It works on my machine. Great, we are shipping your machine.",
    age: 1,
  },
  {
    file: "bouncer.webp",
    caption: "And it may not resemble any of your last twelve plots.",
    alt: "A bear in sunglasses guards a door marked Log in; a child tries the password fluffy1. Your password needs a rune and a plot twist.",
    age: 1,
  },
  {
    file: "printer.png",
    caption: "It can smell a deadline.",
    alt: "A smirking printer with power, paper and ink says: offline. Nothing is wrong with it. It is simply not in the mood.",
    age: 1,
  },
  {
    file: "reply-all.webp",
    caption: "No snowflake ever feels responsible.",
    alt: "A man flees from an avalanche of envelopes. Please remove me from this list, replied to all 14,000 people.",
    age: 1,
  },
  {
    file: "old-server.jpg",
    caption: "Eleven years of uptime isn't stability. It's fear.",
    alt: "Death comes with a clipboard for a smiling old server, up 4,012 days, do not touch. I came for the old server; nobody has the root password.",
    age: 2,
  },
  {
    file: "git-blame.webp",
    caption: "The investigation was short and rather personal.",
    alt: "An angry man with torch and pitchfork sees himself in a mirror. Who wrote this? Git blame: you, last Tuesday.",
    age: 4,
  },
];
