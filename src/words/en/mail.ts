/** What we write to people's mailboxes. */
export const mail = {
  "mail.reset-subject": "A new password for Guffaw",
  "mail.reset-text":
    "Hello {username},\n\nsomebody, most likely you, asked for a new password for your account. Choose it here within the hour:\n\n{link}\n\nIf it was not you, there is nothing to do: your password stays as it is.\n",
  "mail.linked-subject": "A new way to sign in to Guffaw",
  "mail.linked-text":
    "Hello {username},\n\nthe account {account} at {service} can sign in to yours from now on.\n\nIf it was not you who linked it, unlink it and set a new password:\n\n{link}\n",
} as const;
