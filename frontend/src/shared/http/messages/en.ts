export const en = {
  unreachable: "Can't reach the server. Check your connection and try again.",
  timedOut: 'The server is taking too long to respond. Please try again.',
  stalled: 'The upload stalled. Check your connection and try again.',
  unreadable: 'The server sent an unreadable response. Please try again.',
} as const
