import type { MeResponse, OwnUser } from '@thirty/contracts/accounts/api.ts'
import type { BoardResponse, BoardEntry, BoardRow } from '@thirty/contracts/leaderboard/api.ts'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import type { LeaderboardChanged } from '@thirty/contracts/live/live.ts'
import { allTextsOf } from '@thirty/contracts/projects/project-texts.ts'

export const maya: OwnUser = {
  _id: 'maya',
  fullName: 'Maya Lindgren',
  username: 'maya_lindgren',
  email: 'maya@example.com',
  emailConfirmed: true,
  isAdmin: false,
  role: null,
  status: 'active',
  profileImage: null,
  bio: '',
  location: '',
  website: '',
  publicFields: [],
  theme: 'system',
  language: null,
  notifications: { email: true, push: true, newsletter: false },
  createdAt: '2026-11-01T08:00:00.000Z',
}

/** The challenge on its nineteenth day. */
export const dayNineteen = {
  success: true,
  day: 19,
  totalDays: 30,
  started: true,
  startsAt: '2025-11-02T00:00:00.000Z',
  run: 1,
  timeZone: 'UTC',
}

export const meResponse = (user: OwnUser): MeResponse => ({
  success: true,
  user,
  stats: { rank: user.isAdmin ? null : 4, totalParticipants: 5 },
})

const boardRow = (id: string, rank: number, totalPoints: number): BoardRow => ({
  id,
  rank,
  name: `${id.charAt(0).toUpperCase()}${id.slice(1)} Example`,
  username: id,
  avatar: null,
  totalPoints,
  projectsSubmitted: 10,
  projectQuality: 80,
  streak: 5,
  reason: null,
  movement: 0,
  days: [{ day: 1, status: 'approved', score: 4.2 }],
  recentProjects: [],
})

/** Five participants by rank; Maya is fourth. */
export const boardRows = {
  kenji: boardRow('kenji', 1, 140),
  amara: boardRow('amara', 2, 130),
  rafael: boardRow('rafael', 3, 120),
  maya: boardRow('maya', 4, 110),
  leila: boardRow('leila', 5, 100),
} as const

export const boardEntry = (row: BoardRow): BoardEntry => ({
  ...row,
  _id: row.id,
  isCurrentUser: row.id === maya._id,
})

const totals = {
  totalUsers: 5,
  totalSubmissions: 50,
  totalPoints: 600,
  joinedThisWeek: 1,
  submissionsToday: 2,
}

export const boardResponse = (rows: readonly BoardRow[] = Object.values(boardRows)): BoardResponse => ({
  success: true,
  data: rows.map(boardEntry),
  stats: { ...totals, yourRank: 4 },
  you: boardEntry(boardRows.maya),
  next: { name: boardRows.rafael.name, totalPoints: boardRows.rafael.totalPoints },
  nextCursor: null,
  position: '100',
  epoch: 'e1',
  asOf: '2026-11-20T10:00:00.000Z',
})

/** Returns the live message for changed rows. */
export const leaderboardUpdate = (
  changed: readonly BoardRow[],
  position = '101',
  epoch = 'e1',
): LeaderboardChanged => ({
  position,
  epoch,
  at: '2026-11-20T10:00:05.000Z',
  rows: [...changed],
  left: [],
  totals,
})

/** Leila overtakes Maya and Rafael. */
export const leilaThird: readonly BoardRow[] = [
  { ...boardRows.leila, rank: 3, totalPoints: 125 },
  { ...boardRows.rafael, rank: 4 },
  { ...boardRows.maya, rank: 5 },
]

/** A project of Maya. */
export const ownProject = (
  day: number,
  status: ProjectCard['status'] = 'submitted',
  rejectionReason: string | null = null,
): ProjectCard => ({
  _id: `r1-d${day}-maya`,
  ...allTextsOf({}),
  projectName: `Project of day ${day}`,
  name: `Project of day ${day}`,
  day,
  description: 'A poll for a room.',
  languages: 'TypeScript',
  liveLink: 'https://pulse.example.dev',
  repoLink: 'https://github.com/maya/pulse',
  imageUrl: `/uploads/${'a'.repeat(32)}.webp`,
  thumbnailUrl: `/uploads/${'b'.repeat(32)}.webp`,
  screenshot: `/uploads/${'a'.repeat(32)}.webp`,
  status,
  rejectionReason,
  averageRating: 0,
  currentRating: 0,
  ratingCount: 0,
  likes: 0,
  comments: 0,
  views: 0,
  submissionDate: '2026-11-20T10:00:00.000Z',
  submittedDate: '2026-11-20T10:00:00.000Z',
  createdAt: '2026-11-20T10:00:00.000Z',
  submittedBy: maya.fullName,
  submitterAvatar: null,
  user: { _id: maya._id, fullName: maya.fullName, username: maya.username, profileImage: null },
})
