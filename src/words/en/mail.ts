/** What we write to people's mailboxes. */
export const mail = {
  "mail.reset-subject": "A new password for Guffaw",
  "mail.reset-text":
    "Hello {username},\n\nsomebody, most likely you, asked for a new password for your account. Choose it here within the hour:\n\n{link}\n\nIf it was not you, there is nothing to do: your password stays as it is.\n",
  "mail.linked-subject": "A new way to sign in to Guffaw",
  "mail.linked-text":
    "Hello {username},\n\nthe account {account} at {service} can sign in to yours from now on.\n\nIf it was not you who linked it, unlink it and set a new password:\n\n{settings}\n",
  "mail.confirm-subject": "Confirm your e-mail address for Guffaw",
  "mail.confirm-text":
    "Hello {username},\n\nplease confirm that this e-mail address belongs to your account on {site}. Open this link within {days} days and press the button:\n\n{link}\n\nOnce it is confirmed, we can send you a link here if you forget your password.\n\nIf you have no account called {username} there, somebody mistyped an address. Do not press the button; nothing happens without it.\n",
  "mail.taken-subject": "Somebody used your e-mail address on Guffaw",
  "mail.taken-text":
    "Hello {username},\n\nsomebody just gave your e-mail address for another account on {site}. Your address stays with your account, and the other account cannot use it.\n\nIf it was you: you already have an account there, called {username}. Sign in here:\n\n{link}\n\nIf you have forgotten your password, set a new one here:\n\n{reset}\n\nIf it was not you, there is nothing to do.\n",
  "mail.address-asked-subject": "Your e-mail address for Guffaw is about to change",
  "mail.address-asked-text":
    "Hello {username},\n\na new e-mail address was given for your account on {site}. Until somebody confirms it from the new mailbox, this address stays the one that counts.\n\nIf it was not you, somebody knows your password. Set a new one now, and leave the box ticked that revokes everything else:\n\n{reset}\n",
  "mail.address-changed-subject": "Your e-mail address for Guffaw has changed",
  "mail.address-changed-text":
    "Hello {username},\n\nyour account on {site} has a new, confirmed e-mail address. From now on we write to that one, and no longer to this one.\n\nIf it was not you, sign in, set a new password and put your address back:\n\n{settings}\n\nIf you cannot get in, write to the people who run the site.\n",
  "mail.address-removed-subject": "Your e-mail address was removed from Guffaw",
  "mail.address-removed-text":
    "Hello {username},\n\nyour account on {site} has no e-mail address any more. If you forget your password, we cannot send you a link.\n\nIf it was not you, sign in, set a new password and put your address back:\n\n{settings}\n\nIf you cannot get in, write to the people who run the site.\n",
  "mail.password-changed-subject": "Your password for Guffaw has changed",
  "mail.password-changed-text":
    "Hello {username},\n\nyour account on {site} has a new password, and every other browser was signed out.\n\nIf it was not you, set a new password at once, and leave the box ticked that revokes everything else:\n\n{reset}\n",
  "mail.password-removed-subject": "Your account on Guffaw has no password any more",
  "mail.password-removed-text":
    "Hello {username},\n\nthe password of your account on {site} was removed. From now on you sign in with a passkey or a linked account.\n\nIf it was not you, set a new password at once, and leave the box ticked that revokes everything else:\n\n{reset}\n",
  "mail.tries-subject": "Somebody is trying to get into your account on Guffaw",
  "mail.tries-text":
    "Hello {username},\n\nmany wrong passwords were tried on your account on {site}. None of them was right, and we are slowing the tries down.\n\nYou can sign in as before. If you use the same password elsewhere, or are unsure of it, set a new one:\n\n{reset}\n\nWe send this at most once a day.\n",
} as const;
