/**
 * Loaded when first used, since few people have passkeys. By require, because a bundle of its ES modules would set them
 * up in the wrong order.
 */
export const webauthn = () => require("@simplewebauthn/server") as typeof import("@simplewebauthn/server");
