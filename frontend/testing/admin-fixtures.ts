import type { OwnUser } from '@thirty/contracts/accounts/api.ts'
import type { PublicProfileResponse } from '@thirty/contracts/accounts/public-profile-api.ts'
import type { BoardResponse, BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import type { ProjectCard, ProjectsResponse } from '@thirty/contracts/projects/api.ts'
import type { ProjectStatistics, StatCards } from '@thirty/contracts/judging/statistics-api.ts'
import { maya, ownProject } from './participant-fixtures.ts'

export const ines: OwnUser = {
  ...maya,
  _id: 'ines',
  fullName: 'Inés Duarte',
  username: 'ines_duarte',
  email: 'ines@demo.example',
  isAdmin: true,
  role: 'owner',
  createdAt: '2025-11-01T08:00:00.000Z',
}

/** A pending project of day 19, submitted at 10:00. */
export const quickShow: ProjectCard = {
  ...ownProject(19),
  _id: 'quick-show',
  projectName: 'Quick show',
  name: 'Quick show',
  description: 'A poll you can run in the first minute of a meeting.',
  languages: 'JavaScript, CSS',
  frameworks: 'Vue',
  liveLink: 'https://quick-show.example',
  repoLink: 'https://git.example/quick-show',
  imageUrl: '',
  thumbnailUrl: '',
  screenshot: '',
  submissionDate: '2025-11-20T10:00:00.000Z',
  submittedDate: '2025-11-20T10:00:00.000Z',
  createdAt: '2025-11-20T10:00:00.000Z',
  submittedBy: 'Chloé Bernard',
  user: { _id: 'chloe', fullName: 'Chloé Bernard', username: 'chloe_bernard', profileImage: null },
}

/** A pending project, submitted an hour before `quickShow`. */
export const tally: ProjectCard = {
  ...quickShow,
  _id: 'tally',
  projectName: 'Tally',
  description: 'Marks for every vote.',
  submissionDate: '2025-11-20T09:00:00.000Z',
}

/** An approved project, submitted two hours before `quickShow`. */
export const applause: ProjectCard = {
  ...quickShow,
  _id: 'applause',
  projectName: 'Applause',
  description: 'Clap from afar.',
  status: 'approved',
  submissionDate: '2025-11-20T08:00:00.000Z',
}

/** A pending project, submitted an hour after `quickShow`. */
export const roomVote: ProjectCard = {
  ...quickShow,
  _id: 'room-vote',
  projectName: 'Room vote',
  description: 'Vote by dragging your name.',
  submissionDate: '2025-11-20T11:00:00.000Z',
}

export const projectsResponse = (projects: ProjectCard[], position = '10'): ProjectsResponse => ({
  success: true,
  projects,
  counts: {
    all: projects.length,
    submitted: projects.filter((project) => project.status === 'submitted').length,
    approved: projects.filter((project) => project.status === 'approved').length,
    rejected: projects.filter((project) => project.status === 'rejected').length,
  },
  nextCursor: null,
  position,
  epoch: 'e1',
})

const chloe = { id: 'chloe', name: 'Chloé Bernard', username: 'chloe_bernard', avatar: null }
const chloeStanding = {
  rank: 16,
  totalPoints: 101.5,
  projectsSubmitted: 16,
  projectQuality: 81,
  streak: 4,
  days: [{ day: 1, status: 'approved' as const, score: 4.2 }],
}

export const chloeRow: BoardEntry = {
  ...chloe,
  ...chloeStanding,
  _id: 'chloe',
  reason: null,
  movement: 2,
  recentProjects: [],
  isCurrentUser: false,
}

export const chloeProfile: PublicProfileResponse = {
  success: true,
  person: { ...chloe, role: 'participant', bio: '', location: '', website: '', joinedAt: null },
  standing: { ...chloeStanding, totalParticipants: 128 },
  projects: [],
  activities: [],
  position: '10',
  epoch: 'e1',
}

export const adminBoardResponse = (data: BoardEntry[]): BoardResponse => ({
  success: true,
  data,
  stats: {
    totalUsers: 128,
    totalSubmissions: 2041,
    totalPoints: 9000,
    joinedThisWeek: 9,
    submissionsToday: 71,
    yourRank: null,
  },
  you: null,
  next: null,
  nextCursor: null,
  position: '10',
  epoch: 'e1',
  asOf: '2025-11-20T11:00:00.000Z',
})

export const projectStatistics: ProjectStatistics = {
  submissions: 2041,
  pending: 53,
  approved: 1929,
  rejected: 59,
  rated: 1800,
  averageScore: 3.9,
  perDay: [{ day: 1, approved: 99, pending: 0, rejected: 4 }],
  criteria: { functionality: 4.2, design: 3.9, innovation: 3.8, codeQuality: 4, completeness: null },
}

export const statCards: StatCards = {
  users: 128,
  activeUsers: 96,
  ...projectStatistics,
}

const ratedByOne = { functionality: 5, design: 4, innovation: 5, codeQuality: 4, completeness: 4 }

/** The response with the ratings of a project, of which one counts: an official one. */
export const ratingsResponse = (project: ProjectCard, ratings: readonly object[], average = 4) => ({
  success: true,
  project: { ...project, submittedBy: 'Maya' },
  ratings,
  averageRating: average,
  ratingCount: 1,
  averages: ratedByOne,
  dayAverages: ratedByOne,
  neighbours: [],
  spread: [0, 1, 0, 0, 0],
  official: { ratingCount: 1, averageRating: average },
  community: { ratingCount: 0, averageRating: 0 },
  nextCursor: null,
  position: '10',
  epoch: 'e1',
})

/** The response with the statistics of the admin area. */
export const statisticsResponse = (statistics: StatCards = statCards) => ({
  success: true,
  statistics,
  position: '10',
  epoch: 'e1',
})
