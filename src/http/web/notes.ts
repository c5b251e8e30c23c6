/** What a page says once about what was done on the page before. */
export const NOTES = {
  saved: "Saved.",
  submitted: "Your meme is up.",
  deleted: "Deleted.",
  disabled: "Hidden from everyone but you.",
  enabled: "Everyone can see it again.",
  welcome: "Welcome! Your account is ready.",
  "signed-out": "You are signed out.",
  "session-ended": "That browser is signed out.",
  "signed-out-elsewhere": "You are signed out everywhere else.",
  password: "Your password is changed, and every other session has ended.",
  "key-revoked": "The key works no more.",
  "account-deleted": "Your account and everything in it are deleted.",
} as const;

export type Note = keyof typeof NOTES;
