import type { MeResponse } from '@thirty/contracts/accounts/api.ts'
import type { BoardResponse } from '@thirty/contracts/leaderboard/api.ts'
import type { FeedResponse } from '@thirty/contracts/community/api.ts'
import type { ProjectResponse, ProjectsResponse } from '@thirty/contracts/projects/api.ts'
import type { CommentsResponse } from '@thirty/contracts/community/reactions-api.ts'
import type { SignedInUser } from '../api.ts'
import type { Product } from '../product.ts'
import { ask } from './activity.ts'
import { escaped } from './measure.ts'
import type { Selectors } from './measure.ts'

const points = (value: number) => escaped(value.toFixed(1))

/** A screen, what of it is compared, and what the responses of the server say that it has to show. */
export type Screen = {
  path: string
  /** The element that must stay at its place on the screen. */
  reading: string
  selectors: Selectors
  expected: (product: Product, user: SignedInUser) => Promise<Record<string, string[]>>
}

export const leaderboard: Screen = {
  path: '/leaderboard',
  reading: 'main thead',
  selectors: { podium: 'ol[aria-label="Podium"] > li', rows: 'main tbody > tr:has(button[aria-expanded])' },
  expected: async (product, user) => {
    const { data } = await ask<BoardResponse>(product, user, '/api/leaderboard/leaderboard?limit=40')
    return {
      podium: data.slice(0, 3).map((row) => `${escaped(row.name)}.*${points(row.totalPoints)} pts$`),
      rows: data.slice(3).map((row) => `^${row.rank}\\D.*@${row.username}.*${points(row.totalPoints)}`),
    }
  },
}

export const dashboard: Screen = {
  path: '/dashboard',
  reading: 'main section ol',
  selectors: {
    projects: 'main li:has(a[href="/ProjectList"])',
    rank: 'main li:has(a[href="/leaderboard"])',
    top: 'main section ol > li[data-flip-id]',
  },
  expected: async (product, user) => {
    const { data } = await ask<BoardResponse>(product, user, '/api/leaderboard/leaderboard?limit=3')
    const { stats } = await ask<MeResponse>(product, user, '/api/auth/me')
    const own = await ask<ProjectsResponse>(product, user, '/api/projects/my-projects?limit=100')
    return {
      projects: [`^My Projects${own.counts.all} submitted, ${own.counts.submitted} waiting`],
      rank: [`Leaderboard.*${stats.rank} of ${stats.totalParticipants}`],
      top: data.map((row) => `^${row.rank}\\..*${escaped(row.name)}.*${points(row.totalPoints)}`),
    }
  },
}

export const projectScreen = (id: string): Screen => ({
  path: `/project/${id}`,
  reading: '#comments-title',
  selectors: {
    likes: 'main button[aria-pressed]:has(svg.lucide-heart)',
    rating: `main a[href="/projects/${id}/ratings"]`,
    count: '#comments-title',
    comments: 'ul[aria-label="Comments"] > li',
  },
  expected: async (product, user) => {
    const { project } = await ask<ProjectResponse>(product, user, `/api/projects/${id}`)
    const page = await ask<CommentsResponse>(product, user, `/api/projects/${id}/comments?limit=20`)
    return {
      likes: [`^Like ?${project.likes}$`],
      rating: [`${points(project.averageRating)}.*${project.ratingCount}`],
      count: [`^Comments ?${project.comments}$`],
      comments: page.comments.map(({ text }) => `${escaped(text)}$`),
    }
  },
})

export const community: Screen = {
  path: '/community',
  reading: 'main ol[aria-label="Activity Feed"]',
  selectors: {
    arrivals: 'main button:has(svg.lucide-arrow-up)',
    feed: 'main ol[aria-label="Activity Feed"] > li',
  },
  // The feed does not move while it is read: what is new waits behind a button.
  expected: async () => ({ arrivals: [String.raw`^Show 30\+ new$`] }),
}

/** What the feed shows after a press on the button. */
export async function expectedFeed(product: Product, user: SignedInUser) {
  const { items } = await ask<FeedResponse>(product, user, '/api/community/feed?limit=30')
  return items.map(({ person, ...item }) =>
    item.what === 'commented' ? `${escaped(person.name)}.*${escaped(item.text)}` : escaped(person.name),
  )
}
