/** What is refused, and why: said by the API in English, and by the website in its reader's language. */
export const errors = {
  "error.sign-in-first": "Sign in first.",
  "error.too-much-at-once": "That was a lot at once; wait a minute and go on.",
  "error.staff-only": "Only staff can see this page.",
  "error.translators-only": "Only translators can see this page.",
  "error.founders-only": "Only founders can see this page.",

  "error.no-user": "This user does not exist.",
  "error.only-way-in": "This is your only way to sign in; add another first.",
  "error.sign-in-again":
    "Sign in again first: your account has no password to ask for, and you have been here for more than {minutes} minutes.",
  "error.not-present-password": "This is not your present password.",
} as const;
