/** Linked accounts, and signing in with them. */
export const integrations = {
  "integrations.title": "Linked accounts",
  "integrations.lead":
    "Accounts on other services that you can sign in with. We store your ID and name there, and nothing else.",
  "integrations.yours": "Your accounts elsewhere",
  "integrations.yours-hint":
    "Anyone who can sign in to one of these can sign in here as you. Unlink any that aren't yours.",
  "integrations.none": "You haven't linked any yet.",
  "integrations.since": "Linked {time}",
  "integrations.since-used": "Linked {time} · last used {used}",
  "integrations.listed-only": "Not for signing in",
  "integrations.gone": "No longer available",
  "integrations.unlink": "Unlink",
  "integrations.unlink-label": "Unlink {account} at {service}",
  "integrations.unlink-ask": "You won't be able to sign in with it any more, and you'll be signed out everywhere else.",
  "integrations.unlink-yes": "Yes, unlink it",
  "integrations.more": "Link an account",
  "integrations.more-hint": "We'll send you there to sign in, then back here.",
  "integrations.no-services": "The people who run this site haven't set up any other services.",
  "integrations.link": "Link",
  "integrations.link-label": "Link an account at {service}",
  "integrations.go": "Go to {service}",
  "integrations.or": "or",
  "integrations.continue": "Continue with {service}",
  "integrations.leaving-title": "On to {service}",
  "integrations.leaving-lead": "{service} will ask who you are, then send you back here.",
  "integrations.trouble": "That didn't work",
  "integrations.back-settings": "Back to your linked accounts",
  "integrations.new-title": "Nice to meet you",
  "integrations.new-lead":
    "There's no account here for <name>{account}</name> at {service} yet. Choose a name to create one. You'll sign in with {service}, so you don't need a password.",
  "integrations.new-lead-closed":
    "There's no account here for <name>{account}</name> at {service}, and this site isn't accepting new ones.",
  "integrations.new-form": "Create an account with {service}",
  "integrations.new-have": "Already have an account? <link>Sign in</link>, then link {service} in your settings.",
  "note.linked": "Account linked. You can now sign in with it.",
  "note.unlinked": "Account unlinked. You've been signed out everywhere else.",
} as const;
