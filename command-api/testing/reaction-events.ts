import type { ProjectEvent } from '@thirty/contracts/events/project.ts'

export const ana = '0198c0de-0000-7000-8000-00000000000a'
export const ben = '0198c0de-0000-7000-8000-00000000000b'
export const cleo = '0198c0de-0000-7000-8000-00000000000c'
export const admin = '0198c0de-0000-7000-8000-0000000000ad'

export const submitted: ProjectEvent = {
  type: 'ProjectSubmitted',
  data: {
    projectName: 'Weather at a glance',
    description: 'Shows the weather of the next hour.',
    languages: 'TypeScript',
    liveLink: 'https://weather.example/',
    repoLink: 'https://code.example/ana/weather',
    image: '0123456789abcdef0123456789abcdef.webp',
  },
}
export const revised: ProjectEvent = { type: 'ProjectRevised', data: submitted.data }
export const approved: ProjectEvent = { type: 'ProjectApproved', data: { by: admin } }
export const rejected: ProjectEvent = { type: 'ProjectRejected', data: { by: admin } }
export const withdrawn: ProjectEvent = { type: 'ProjectWithdrawn', data: {} }
export const liked = (by: string): ProjectEvent => ({ type: 'ProjectLiked', data: { by } })
export const unliked = (by: string): ProjectEvent => ({ type: 'ProjectUnliked', data: { by } })
export const commented = (comment: string, by: string, text = 'Neat'): ProjectEvent => ({
  type: 'CommentPosted',
  data: { comment, by, text },
})
export const removed = (comment: string, by: string): ProjectEvent => ({
  type: 'CommentRemoved',
  data: { comment, by },
})
