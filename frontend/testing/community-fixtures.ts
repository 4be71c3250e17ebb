import type { CommunityMember, CommunityResponse, FeedItem } from '@thirty/contracts/community/api.ts'
import type {
  DiscussionCard,
  DiscussionResponse,
  Reply,
} from '@thirty/contracts/community/discussions-api.ts'
import type { PersonSummary } from '@thirty/contracts/accounts/person-summary-api.ts'
import { maya } from './participant-fixtures.ts'

const summary = (id: string, name: string): PersonSummary => ({ id, name, username: id, avatar: null })
const kenji = summary('kenji', 'Kenji Watanabe')
export const ownSummary = summary(maya._id, maya.fullName)

const at = '2025-11-20T10:00:00.000Z'

/** Kenji submitted a project; the activity is identified by its position. */
export const submitted = (position: number, likes = 3): FeedItem => ({
  what: 'submitted',
  position: String(position),
  at,
  person: kenji,
  project: {
    id: `r1-d${position}-kenji`,
    title: `Ballot box ${position}`,
    description: 'Polls that feel like a room full of raised hands.',
    day: 19,
    thumbnail: `/uploads/${'b'.repeat(32)}.webp`,
    likes,
    comments: 6,
  },
})

export const joined = (position: number): FeedItem => ({
  what: 'joined',
  position: String(position),
  at,
  person: summary('leila', 'Leila Haddad'),
})

/** A participant moved up three places at the end of a day; all changes of a day have one position. */
export const movedUp = (position: number, name: string): FeedItem => ({
  what: 'moved-up',
  position: String(position),
  at: '2025-11-21T00:00:00.000Z',
  person: summary(name, name),
  places: 3,
  rank: 5,
})

export const feedResponse = (items: FeedItem[], nextCursor: string | null = null) => ({
  success: true,
  items,
  nextCursor,
  position: items[0]?.position ?? '0',
  epoch: 'e1',
})

export const discussionCard = (id: string, author = kenji, replies = 0): DiscussionCard => ({
  id,
  title: `Question ${id}`,
  excerpt: 'My board works by hand, but every automated check fails.',
  author,
  createdAt: at,
  editedAt: null,
  replies,
  latestAt: at,
})

export const discussionsResponse = (discussions: DiscussionCard[], position = '10') => ({
  success: true,
  discussions,
  count: discussions.length,
  nextCursor: null,
  position,
  epoch: 'e1',
})

export const reply = (id: string, text: string, author = kenji): Reply => ({
  id,
  text,
  author,
  createdAt: at,
  editedAt: null,
})

export const discussionResponse = (
  id: string,
  replies: Reply[] = [],
  { author = kenji, position = '10' } = {},
): DiscussionResponse => {
  const { excerpt: _, ...card } = discussionCard(id, author, replies.length)
  const text = 'My board works by hand.\n\nWhat do you do?'
  return {
    success: true,
    discussion: { ...card, text },
    replies,
    nextCursor: null,
    position,
    epoch: 'e1',
  }
}

export const member = (id: string, name: string, rest: Partial<CommunityMember> = {}): CommunityMember => ({
  ...summary(id, name),
  role: 'participant',
  submissions: 19,
  rank: 1,
  points: 140,
  joinedAt: '2025-11-01T08:00:00.000Z',
  ...rest,
})

export const membersResponse = (
  members: CommunityMember[],
  nextCursor: string | null = null,
  count = members.length,
) => ({ success: true, members, count, nextCursor, position: '10', epoch: 'e1' })

export const communityResponse = (data: Partial<CommunityResponse['data']> = {}): CommunityResponse => ({
  success: true,
  data: {
    currentUser: { ...ownSummary, role: 'participant', submissions: 4 },
    users: ['Kenji', 'Amara', 'Rafael', 'Leila', 'Mei-Ling', 'Sofia', 'Diego'].map((name, index) => ({
      ...summary(name.toLowerCase(), name),
      role: 'participant',
      submissions: 19 - index,
    })),
    popularSubmissions: [
      {
        id: 'r1-d10-amara',
        title: 'Clear skies',
        thumbnail: `/uploads/${'c'.repeat(32)}.webp`,
        author: 'Amara Okafor',
        authorUsername: 'amara_okafor',
        likes: 86,
        views: 1204,
      },
    ],
    ...data,
  },
})
