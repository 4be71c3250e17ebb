import { allEvents } from '@thirty/contracts/events/catalogue.ts'
import { expect, test } from 'vitest'
import { auditedEvents } from './audited-events.ts'

/** The events that are no entries: what people do for themselves, and what the product writes for its own use. */
const notAudited = [
  'ProfileChanged',
  'ProfileImageChanged',
  'UsernameClaimed',
  'UsernameClaimDropped',
  'EmailConfirmed',
  'SessionEnded',
  'PreferencesChanged',
  'BookmarkAdded',
  'BookmarkRemoved',
  'SecondFactorsChanged',
  'Reserved',
  'Released',
  'ReservationKeySet',
  'SocialSignInReturned',
  'SocialSignInCompleted',
  'AdminJoined',
  'AdminLeft',
  'ProjectSubmitted',
  'ProjectRevised',
  'ProjectWithdrawn',
  'ProjectLiked',
  'ProjectUnliked',
  'CommentPosted',
  'ProjectViewed',
  'CommandHadNoEffect',
  'DiscussionOpened',
  'DiscussionRevised',
  'ReplyPosted',
  'ReplyRevised',
  'PictureUploaded',
  'PictureKept',
  'PictureDiscarded',
  'PictureRemoved',
  'DayCompleted',
  'DayReopened',
  'NotificationsRead',
  'RemindersTaken',
]

test('every event is an entry of the audit, or is named as one that is none', () => {
  expect([...Object.keys(auditedEvents), ...notAudited].toSorted()).toEqual(Object.keys(allEvents).toSorted())
})
