import type { FeedItem } from '@thirty/contracts/community/api.ts'

/** Identifies an item of the feed. Changes of rank at the end of a date have the same position. */
export const feedItemId = ({ position, at, what, person }: FeedItem): string =>
  `${position} ${at} ${what} ${person.id}`
