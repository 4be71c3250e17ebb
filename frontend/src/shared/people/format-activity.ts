import type { FeedItem } from '@thirty/contracts/api/community/community.ts'

/** Returns what the person did, such as "submitted Day 3", to be read after the name. */
export function formatActivity(item: FeedItem): string {
  switch (item.what) {
    case 'submitted':
      return `submitted Day ${item.project.day}`
    case 'approved':
      return `had Day ${item.project.day} approved`
    case 'rated':
      return `scored ${item.average.toFixed(1)} on Day ${item.project.day}`
    case 'commented':
      return 'commented on a project'
    case 'completed':
      return `completed Day ${item.day}`
    case 'discussed':
      return 'asked in Discussions'
    case 'joined':
      return 'joined the challenge'
  }
}
