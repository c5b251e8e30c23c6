/** E-mail to members. */
export const mail = {
  "mail.reset-subject": "Reset your {site} password",
  "mail.reset-text":
    "Hello {username},\n\nSomebody, most likely you, asked to reset the password for your account. Choose a new one here within the next hour:\n\n{link}\n\nIf it wasn't you, there's nothing to do. Your password stays the same.\n",
  "mail.webhook-off-subject": "A webhook on {site} was switched off",
  "mail.webhook-off-text":
    "Hello {username},\n\n{site} ({host}) no longer tells this address what happens to memes, because it hasn't worked for days, or asked for nothing more:\n\n{webhook}\n\nWhen it works again, switch it on here:\n\n{settings}\n",
  "mail.linked-subject": "A new way to sign in to {site}",
  "mail.linked-text":
    "Hello {username},\n\nYou can now sign in to your account with {account} at {service}.\n\nIf you didn't link it, unlink it and set a new password:\n\n{settings}\n",
  "mail.confirm-subject": "Confirm your e-mail address for {site}",
  "mail.confirm-text":
    "Hello {username},\n\nPlease confirm that this e-mail address belongs to your account on {site} ({host}). Open this link within {days} days and press the button:\n\n{link}\n\nAfter that, we can send you a link here if you forget your password.\n\nIf you don't have an account called {username} there, somebody mistyped an address. Don't press the button, and nothing will happen.\n",
  "mail.taken-subject": "Somebody used your e-mail address on {site}",
  "mail.taken-text":
    "Hello {username},\n\nSomebody just entered your e-mail address for another account on {site} ({host}). Your address stays with your account, and the other account can't use it.\n\nIf it was you, you already have an account there, called {username}. Sign in here:\n\n{link}\n\nIf you've forgotten your password, set a new one here:\n\n{reset}\n\nIf it wasn't you, there's nothing to do.\n",
  "mail.address-asked-subject": "Your e-mail address for {site} is about to change",
  "mail.address-asked-text":
    "Hello {username},\n\nSomebody entered a new e-mail address for your account on {site} ({host}). Until it's confirmed from the new mailbox, we'll keep using this one.\n\nIf it wasn't you, somebody knows your password. Set a new one now, and keep the box ticked that revokes everything else:\n\n{reset}\n",
  "mail.address-changed-subject": "Your e-mail address for {site} has changed",
  "mail.address-changed-text":
    "Hello {username},\n\nYour account on {site} ({host}) has a new, confirmed e-mail address. From now on, we'll write to that one instead of this one.\n\nIf it wasn't you, sign in, set a new password and change your address back:\n\n{settings}\n\nIf you can't get in, contact the people who run the site.\n",
  "mail.address-removed-subject": "Your e-mail address was removed from {site}",
  "mail.address-removed-text":
    "Hello {username},\n\nYour account on {site} ({host}) no longer has an e-mail address. If you forget your password, we can't send you a link.\n\nIf it wasn't you, sign in, set a new password and change your address back:\n\n{settings}\n\nIf you can't get in, contact the people who run the site.\n",
  "mail.password-changed-subject": "Your {site} password has changed",
  "mail.password-changed-text":
    "Hello {username},\n\nThe password of your account on {site} ({host}) has been changed, and every other browser has been signed out.\n\nIf it wasn't you, set a new password right away, and keep the box ticked that revokes everything else:\n\n{reset}\n",
  "mail.password-removed-subject": "Your {site} account no longer has a password",
  "mail.password-removed-text":
    "Hello {username},\n\nThe password of your account on {site} ({host}) has been removed. From now on, you sign in with a passkey or a linked account.\n\nIf it wasn't you, set a new password right away, and keep the box ticked that revokes everything else:\n\n{reset}\n",
  "mail.tries-subject": "Somebody is trying to get into your {site} account",
  "mail.tries-text":
    "Hello {username},\n\nSomebody has tried many wrong passwords on your account on {site} ({host}). None of them worked, and we're slowing the attempts down.\n\nYou can still sign in as usual. If you use the same password elsewhere, or aren't sure about it, set a new one:\n\n{reset}\n\nWe send this at most once a day.\n",
  "mail.report-outcome-subject": "What came of your report {report}",
  "mail.report-outcome-text":
    "Hello,\n\nYou reported something on {site} ({host}):\n\n{link}\n\nOur moderators have dealt with it. They say:\n\n{comment}\n\nThank you for keeping the place decent. This is the only mail about it, and we have forgotten your address.\n",
  "mail.weekly-subject": "Your week in memes on {site}",
  "mail.weekly-title": "Your week in memes",
  "mail.weekly-lead": "Hello {username}, this is the best that the people and tags you follow came up with this week.",
  "mail.weekly-picture": "A meme by {name}",
  "mail.weekly-by": "by {name}",
  "mail.weekly-average": "{average} out of 5",
  "mail.weekly-ratings.one": "{count} rating",
  "mail.weekly-ratings.other": "{count} ratings",
  "mail.weekly-comments.one": "{count} comment",
  "mail.weekly-comments.other": "{count} comments",
  "mail.weekly-more": "See what else they posted",
  "mail.weekly-why":
    "You get this mail once a week because you asked for it on {site} ({host}). A week without memes is a week without mail.",
  "mail.weekly-unsubscribe": "Unsubscribe",
  "mail.weekly-settings": "Settings",
  "mail.weekly-with-link": "{what}: {link}",
} as const;
