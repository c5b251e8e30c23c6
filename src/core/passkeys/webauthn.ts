/** Loaded when first used, since few people have passkeys. */
export const webauthn = () => require("@simplewebauthn/server") as typeof import("@simplewebauthn/server");
