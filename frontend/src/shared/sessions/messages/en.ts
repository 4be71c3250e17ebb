export const en = {
  deviceOnSystem: '{browser} on {system}',
  unknownDevice: 'Unknown device',
  lastSeen: 'Last seen <time>recently</time>',
  loggedInSince: 'Logged in since <time>a day</time>',
} as const
