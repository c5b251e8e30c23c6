/** What is refused, and why: said by the API in English, and by the website in its reader's language. */
export const errors = {
  "error.sign-in-first": "Sign in first.",
  "error.too-much-at-once": "That was a lot at once; wait a minute and go on.",
  "error.staff-only": "Only staff can see this page.",
  "error.translators-only": "Only translators can see this page.",
  "error.founders-only": "Only founders can see this page.",
} as const;
