export const en = {
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  timedOut: 'The server takes too long to respond. Please try again.',
  stalled: 'The upload stalled. Check your connection and try again.',
  unreadable: 'The server sent an unreadable response. Please try again.',
} as const
