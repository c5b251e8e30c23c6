/** Passkeys and recovery codes. */
export const passkeys = {
  "passkeys.title": "Passkeys",
  "passkeys.lead":
    "A passkey lives on your phone, your computer or a security key. You sign in with your fingerprint, your face or a PIN. There's nothing to remember, and nothing here for anyone to steal.",
  "passkeys.yours": "Your passkeys",
  "passkeys.added": "Added {ago}",
  "passkeys.never-used": "never used",
  "passkeys.used": "last used {ago}",
  "passkeys.name": "Name",
  "passkeys.name-hint": "Where you keep it, so you'll recognise it later.",
  "passkeys.rename": "Rename",
  "passkeys.rename-label": "Rename the passkey {name}",
  "passkeys.save": "Save",
  "passkeys.remove": "Remove",
  "passkeys.remove-label": "Remove the passkey {name}",
  "passkeys.remove-ask":
    "It will no longer sign you in, and every other browser will be signed out. Delete it on your device, too; we can't do that from here.",
  "passkeys.remove-yes": "Yes, remove it",
  "passkeys.add": "Add a passkey",
  "passkeys.add-another": "Add another passkey",
  "passkeys.add-lead": "Add one on each device you use, or just one if your devices share them.",
  "passkeys.no-scripts": "Adding a passkey takes JavaScript and a browser that supports passkeys.",
  "passkeys.no-address":
    "Passkeys need https and a domain name. This site is being reached by IP address or without https.",
  "passkeys.not-made": "No passkey was created. Try again when you're ready.",
  "passkeys.made-before": "This device already has a passkey for your account.",
  "passkeys.no-luck": "Your browser can't do this here. Check that the address bar shows {url}.",

  "passkeys.sign-in": "Sign in with a passkey",
  "passkeys.not-used": "No passkey was used. Try again, or sign in another way.",
  "passkeys.use-code": "Use a recovery code",

  "recovery.title": "Use a recovery code",
  "recovery.lead":
    "Enter one of the ten codes you got when you removed your password. Each one works once. Capital letters and hyphens don't matter.",
  "recovery.code": "Recovery code",
  "recovery.sign-in": "Sign in",
  "recovery.codes": "Recovery codes",
  "recovery.left.one": "{count} of {all} left.",
  "recovery.left.other": "{count} of {all} left.",
  "recovery.none": "You have none.",
  "recovery.what-for": "Each code signs you in once if you lose your passkeys and linked accounts.",
  "recovery.make": "Create ten codes",
  "recovery.make-new": "Create ten new codes",
  "recovery.make-ask": "The codes you have now will stop working.",
  "recovery.make-yes": "Yes, create them",
  "recovery.made": "Your recovery codes",
  "recovery.made-lead":
    "Keep them somewhere safe, but not on the device with your passkeys. Each one signs you in once. You won't see them again.",
  "recovery.file": "Recovery codes for {name} at {url}",
  "recovery.download": "Download as text",
  "recovery.print": "Print",
  "recovery.done": "I've saved them",

  "note.passkey-added": "Your passkey is ready. Sign in with it next time.",
  "note.passkey-renamed": "Renamed.",
  "note.passkey-removed": "Passkey removed. You've been signed out everywhere else.",
  "note.codes-once": "Recovery codes are shown only once. If you didn't save yours, create ten new ones below.",
  "note.recovered": "You're in, and this code is used up. Set a password now, or add a passkey.",
  "note.recovered-going-on":
    "You're in, and this code is used up. Set a password soon, or add a passkey: your settings have both.",
  "note.recovered-rated":
    "Your rating is in, and this code is used up. Set a password soon, or add a passkey: your settings have both.",
} as const;
