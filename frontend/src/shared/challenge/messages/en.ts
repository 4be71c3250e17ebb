export const en = {
  ended: 'The challenge ended <time>{when}</time>.',
  ends: 'The challenge ends <time>{when}</time>.',
  acceptedUntil: 'Projects are accepted until <time>{until}</time>.',
} as const
