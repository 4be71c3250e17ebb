// Examples of the calls that clients send most, by operation of the API documentation. A spec checks each against its schemas.

import { allTextsOf } from '../projects/project-texts.ts'
import { perCriterion } from '../judging/ratings.ts'
import { say } from '../texts/text.ts'

const position = '1024'
const epoch = '3f9ac2b1'
const asOf = '2026-03-12T10:15:00.000Z'
const mayaId = '01a221ff-4ec9-7a54-8216-f8ea210d35ad'
const projectId = '3b7c1d52-2a6e-5c1f-9f0e-6f1f6a0d9c11'
const imageUrl = '/uploads/0123456789abcdef0123456789abcdef.webp'
const thumbnailUrl = imageUrl

const maya = {
  _id: mayaId,
  fullName: 'Maya Lindgren',
  username: 'maya_lindgren',
  email: 'maya@example.org',
  emailConfirmed: true,
  isAdmin: false,
  role: null,
  status: 'active',
  profileImage: null,
  bio: '',
  location: 'Lund',
  website: '',
  publicFields: ['location'],
  theme: 'system',
  language: null,
  notifications: { email: true, push: false, newsletter: false },
  createdAt: '2026-03-01T08:00:00.000Z',
}
const token = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.signature'

const content = {
  projectName: 'Tomato clock',
  description: 'A timer for twenty-five minutes of work.',
  languages: 'TypeScript, CSS',
  frameworks: 'React',
  liveLink: 'https://tomato.example/',
  repoLink: 'https://code.example/maya/tomato-clock',
  imageUrl,
}
const project = {
  _id: projectId,
  ...allTextsOf(content),
  imageUrl,
  name: content.projectName,
  day: 12,
  thumbnailUrl,
  screenshot: imageUrl,
  status: 'approved',
  rejectionReason: null,
  averageRating: 4.2,
  currentRating: 4.2,
  ratingCount: 1,
  likes: 3,
  comments: 1,
  views: 20,
  likedByMe: false,
  submissionDate: asOf,
  submittedDate: asOf,
  createdAt: asOf,
  submittedBy: maya.fullName,
  submitterAvatar: null,
  user: { _id: mayaId, fullName: maya.fullName, username: maya.username, profileImage: null },
}
const approved = say('noticeApproved', {
  project: say('projectOfDay', { project: content.projectName, day: 12 }),
})
const days = [{ day: 12, status: 'approved', score: 4.2 }]
const row = {
  id: mayaId,
  rank: 1,
  name: maya.fullName,
  avatar: null,
  totalPoints: 84,
  movement: 2,
  days,
}
const entry = {
  ...row,
  _id: mayaId,
  username: maya.username,
  projectsSubmitted: 1,
  projectQuality: 84,
  streak: 1,
  reason: null,
  recentProjects: [{ _id: projectId, projectName: content.projectName, day: 12, thumbnailUrl }],
  isCurrentUser: true,
}

export const callExamples: Readonly<Record<string, { request?: unknown; response: unknown }>> = {
  'accounts.signUp': {
    request: {
      fullName: maya.fullName,
      username: maya.username,
      email: maya.email,
      password: 'Correct-horse-7',
    },
    response: { success: true, position, user: { ...maya, emailConfirmed: false, token } },
  },
  'accounts.logIn': {
    request: { emailOrUsername: maya.email, password: 'Correct-horse-7' },
    response: { success: true, position, user: { ...maya, token } },
  },
  'accounts.me': {
    response: { success: true, user: maya, stats: { rank: 1, totalParticipants: 40 } },
  },
  'challenge.currentDay': {
    response: {
      success: true,
      day: 12,
      totalDays: 30,
      started: true,
      startsAt: '2026-03-01T00:00:00.000Z',
      run: 1,
      timeZone: 'Europe/Stockholm',
      endsAt: '2026-04-07T00:00:00.000Z',
      ended: false,
      isEndSet: false,
      frozenAt: null,
      frozen: false,
    },
  },
  'leaderboard.board': {
    response: {
      success: true,
      data: [entry],
      stats: {
        totalUsers: 40,
        totalSubmissions: 212,
        totalPoints: 15_310,
        joinedThisWeek: 2,
        submissionsToday: 9,
        yourRank: 1,
      },
      you: entry,
      next: null,
      nextCursor: null,
      position,
      epoch,
      asOf,
    },
  },
  'leaderboard.showcase': {
    response: {
      success: true,
      rows: [row],
      day: 12,
      participants: 40,
      projects: 212,
      averageScore: 3.9,
      endsAt: '2026-04-07T00:00:00.000Z',
      ended: false,
      frozenAt: null,
      frozen: false,
      timeZone: 'Europe/Stockholm',
      position,
      epoch,
      asOf,
    },
  },
  'projects.submit': {
    request: { ...content, day: 12 },
    response: { success: true, position, project: { _id: projectId, day: 12 } },
  },
  'projects.mine': {
    response: {
      success: true,
      projects: [project],
      counts: { all: 1, submitted: 0, approved: 1, rejected: 0 },
      languages: ['CSS', 'TypeScript'],
      days: [12],
      nextCursor: null,
      position,
      epoch,
    },
  },
  'projects.one': { response: { success: true, project, position, epoch } },
  'ratings.submit': {
    request: {
      projectId,
      criteria: { ...perCriterion(() => 4), design: 5 },
      feedback: 'Clear and quick.',
    },
    response: { success: true, position, average: 4.2, averageRating: 4.2, ratingCount: 1 },
  },
  'notifications.list': {
    response: {
      success: true,
      unread: 1,
      waiting: null,
      notifications: [
        {
          id: `approved-${projectId}`,
          kind: 'approved',
          text: approved.message,
          said: { code: approved.code, values: approved.values },
          position,
          at: asOf,
          isUnread: true,
          project: { _id: projectId, projectName: content.projectName, day: 12 },
        },
      ],
      nextCursor: null,
      readUpTo: null,
      position,
      epoch,
    },
  },
}
