/** The about, statistics and top memers pages. */
export const info = {
  "info.about-title": "About",
  "info.about-description": "A place to post memes and laugh at other people's.",
  "info.about-heading": "A good home for memes",
  "info.about-lead":
    "People post what made them laugh, and everyone says how hard they laughed. No ads, no tracking, no algorithm that knows better: just memes, rated from a flat smirk to a full guffaw.",
  "info.see-memes": "See the memes",
  "info.post-one": "Post one",
  "info.make-account": "Create an account",
  "info.faces": "Five faces say it all",
  "info.face-1": "Flat smirk",
  "info.face-2": "Small smile",
  "info.face-3": "Grin",
  "info.face-4": "Laugh",
  "info.face-5": "Full guffaw",
  "info.faces-note": "Change your rating or take it back whenever you like.",
  "info.start": "Where to start",
  "info.start-laugh": "You came to laugh",
  "info.start-laugh-text":
    "Start with the <best>best of the week</best>, try <random>one at random</random>, or <search>search</search> for whatever you're in the mood for. Follow the <people>people</people> who get you.",
  "info.start-feeds":
    "Your feed reader can follow new memes too, or just one person's. And you can read, post and rate without JavaScript.",
  "info.start-program": "You write code",
  "info.start-program-text":
    "Create an API key in <settings>your settings</settings> and call away. The <reference>API reference</reference> lists every call, with a form to try it.",
  "info.start-run": "You run this site",
  "info.start-run-text":
    "You can do everything from the command line, in the program's folder, while the site is running.",
  "info.shell": "Shell",
  "info.credits":
    "Emoji on memes made here are <twemoji>Twemoji</twemoji> by Twitter and its contributors, under <cc>CC-BY 4.0</cc>. Their letters are {fonts}, by people who gave them away under the <ofl>SIL Open Font License</ofl>. Thank you.",

  "info.stats-title": "Statistics",
  "info.stats-description": "How many memes, ratings and accounts this site has, and how they grew.",
  "info.stats-lead": "How much laughing goes on here. Days are in UTC; updated every minute.",
  "info.over-time": "Over time",
  "info.chart-memes": "Memes",
  "info.chart-memes-note": "posted per month",
  "info.chart-accounts": "New accounts",
  "info.chart-accounts-note": "per month",
  "info.chart-ratings": "Ratings",
  "info.chart-ratings-note": "per day, last 30 days",
  "info.month": "Month",
  "info.day": "Day",

  "info.top-title": "Top memers",
  "info.top-description-1d": "Who made people laugh most since yesterday.",
  "info.top-description-7d": "Who made people laugh most in the last 7 days.",
  "info.top-description-1mo": "Who made people laugh most in the last 30 days.",
  "info.top-lead-1d": "Who made people laugh most since yesterday. Points are the sum of all ratings.",
  "info.top-lead-7d": "Who made people laugh most in the last 7 days. Points are the sum of all ratings.",
  "info.top-lead-1mo": "Who made people laugh most in the last 30 days. Points are the sum of all ratings.",
  "info.period": "Period",
  "info.period-1d": "Day",
  "info.period-7d": "Week",
  "info.period-1mo": "Month",
  "info.rank": "Rank",
  "info.points.one": "point",
  "info.points.other": "points",
  "info.nobody": "Nobody made anybody laugh in this period. First place is up for grabs.",
  "info.post": "Post a meme",
  "info.rate": "Rate some memes",

  "info.anywhere-title": "Upload from anywhere",
  "info.anywhere-description": "Post memes from your phone, your screenshot program or the command line.",
  "info.anywhere-lead": "A meme can strike at any time. These are the ways to post it before it's old.",
  "info.anywhere-browser": "From the page you're on",
  "info.anywhere-browser-text":
    "Drop a picture on any page here, or paste one: it opens <submit>the form</submit> with your file in it. Or <make>make a meme</make> from scratch.",
  "info.anywhere-browser-videos":
    "Drop a picture or a video on any page here, or paste one: it opens <submit>the form</submit> with your file in it. Or <make>make a meme</make> from scratch.",
  "info.anywhere-phone": "From your phone",
  "info.anywhere-phone-text":
    "Open the browser's menu and add {site} to your home screen. On Android, it then appears wherever you can share a picture.",
  "info.anywhere-sharex": "With ShareX on Windows",
  "info.anywhere-sharex-text":
    "Open this file with ShareX, and paste <keys>an API key</keys> into its header. From then on, each screenshot becomes a meme, and its link is in your clipboard.",
  "info.anywhere-sharex-get": "Get the ShareX file",
  "info.anywhere-shell": "From the command line",
  "info.anywhere-shell-text":
    "Make <keys>an API key</keys>, and send the file. <reference>The reference</reference> lists everything else that a program can do.",
} as const;
