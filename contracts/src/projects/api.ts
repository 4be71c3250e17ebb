// Endpoints for projects: upload, submit, revise, review, withdraw and read; and the project as responses have it.

import { z } from 'zod'
import { nameCodes, namedUser } from '../accounts/person-summary-api.ts'
import { totalDays } from '../challenge/challenge-day.ts'
import { perProjectText, type ProjectText } from './project-texts.ts'
import { maxReviewText, maxReviewsAtOnce } from '../saved-texts/saved-texts.ts'
import { hasVisibleText } from '../user-texts/visible-text.ts'
import { isWebAddress } from '../user-texts/web-address.ts'
import { rule } from '../texts/text.ts'
import { get, post, put, del } from '../endpoints/endpoint-definition.ts'
import {
  commandResponse,
  countResponse,
  pageQuery,
  liveResponse,
  pageResponse,
  queryResponse,
} from '../endpoints/responses.ts'
import { optionalText, requiredText, webAddressMessage } from '../endpoints/shown-text.ts'
import { savedTextId, seenVersion, laterChange } from './later-changes-api.ts'

/** Returns the schema of a text that is submitted. An optional one may be empty. */
function submittedText({ max, missing, kind }: ProjectText): z.ZodString {
  const text = missing === undefined ? optionalText(max) : requiredText(missing, max)
  if (kind === 'address')
    return text.refine((address) => isWebAddress(address) || (missing === undefined && address === ''), {
      error: ({ input }) => webAddressMessage(String(input), rule('fullAddress')),
    })
  if (kind === 'list' && missing !== undefined)
    return text.refine((list) => list.split(',').some(hasVisibleText), missing)
  return text
}

/** The texts as the form has them. */
export const submittedTexts = perProjectText(submittedText)

const content = {
  ...perProjectText(submittedText, (text) => text.optional()),
  imageUrl: z
    .string({ error: rule('screenshotRequired') })
    .regex(/^\/uploads\/[0-9a-f]{32}\.webp$/, rule('uploadScreenshotFirst')),
}
const day = z.int(rule('chooseDay')).min(1, rule('chooseDay')).max(totalDays, rule('chooseDay'))

export const submitProjectRequest = z.strictObject({ ...content, day })
export type SubmitProjectRequest = z.infer<typeof submitProjectRequest>

/** A review by an admin. The owner sees the reason, which is used for rejections only. */
export const reviewRequest = z.strictObject({
  status: z.enum(['approved', 'rejected']),
  reason: optionalText(maxReviewText.rejection).optional(),
  /** The saved text that the reason contains, for its number of uses. */
  savedText: savedTextId.optional(),
  /** The version of the project that the admin saw. */
  version: seenVersion.optional(),
})
export type ReviewRequest = z.infer<typeof reviewRequest>

/** `approved` and `rejected` last until the owner revises the project. Withdrawn projects appear in no list. */
export const projectStatus = z.enum(['submitted', 'approved', 'rejected'])
export type ProjectStatus = z.infer<typeof projectStatus>

/** A project as lists and screens show it. `name` repeats `projectName`, `screenshot` repeats `imageUrl`. */
export const projectCard = z.object({
  _id: z.string(),
  ...perProjectText(() => z.string()),
  name: z.string(),
  day: z.int(),
  imageUrl: z.string(),
  thumbnailUrl: z.string(),
  screenshot: z.string(),
  status: projectStatus,
  rejectionReason: z.string().nullable(),
  averageRating: z.number(),
  currentRating: z.number(),
  ratingCount: z.int(),
  likes: z.int(),
  comments: z.int(),
  /** Number of people who opened the project, without its owner. */
  views: z.int(),
  /** Missing in live messages, because they go to many users. */
  likedByMe: z.boolean().optional(),
  submissionDate: z.string(),
  /** For admins: since when a pending project waits for review, which is later than its submission after a revision. */
  waitingSince: z.string().optional(),
  /** For admins: the version of the project, which their decision about it repeats. */
  version: seenVersion.optional(),
  /** For admins: how many of its ratings are by admins. */
  officialRatings: z.int().optional(),
  submittedDate: z.string(),
  createdAt: z.string(),
  submittedBy: z.string(),
  nameCodes,
  submitterAvatar: z.string().nullable(),
  /** The participant who submitted it. `email` is set in responses to admins only. */
  user: namedUser.extend({
    username: z.string().nullable(),
    profileImage: z.string().nullable(),
    email: z.string().optional(),
  }),
})
export type ProjectCard = z.infer<typeof projectCard>

export const projectResponse = liveResponse.extend({ project: projectCard })
export type ProjectResponse = z.infer<typeof projectResponse>

/** A project must match all filters. `search` matches name and description. */
export const projectsQuery = pageQuery.extend({
  search: z.string().max(200).optional(),
  language: z.string().max(100).optional(),
  day: z.coerce.number().int().min(1).max(totalDays).optional(),
  status: projectStatus.optional(),
})
export type ProjectsQuery = z.infer<typeof projectsQuery>

/** `waiting`: the pending projects, the longest waiting first. Every other status has its newest first, as without `sort`. */
export const allProjectsQuery = projectsQuery
  .extend({ populate: z.enum(['user']).optional(), sort: z.enum(['newest', 'waiting']).optional() })
  .refine(({ sort, status }) => sort !== 'waiting' || status === 'submitted', {
    path: ['sort'],
    message: rule('onlyPendingWait'),
  })
export type AllProjectsQuery = z.infer<typeof allProjectsQuery>

/** Newest first. A page of a search may have fewer projects than requested, or none, although more pages follow. */
export const projectsResponse = pageResponse.extend({
  projects: z.array(projectCard),
  /**
   * Number of projects of a list per status, regardless of its status filter. `atLeast` means that there may be more: a
   * search is limited to the newest projects to keep it fast.
   */
  counts: z.object({
    all: z.int(),
    submitted: z.int(),
    approved: z.int(),
    rejected: z.int(),
    atLeast: z.literal(true).optional(),
  }),
})
export type ProjectsResponse = z.infer<typeof projectsResponse>

/**
 * The projects of one user. `languages` (trimmed, unique, sorted) and `days` (ascending) are the options for the filters:
 * they cover all projects of the user, regardless of the filters of this request.
 */
export const userProjectsResponse = projectsResponse.extend({
  languages: z.array(z.string()),
  days: z.array(z.int()),
})
export type UserProjectsResponse = z.infer<typeof userProjectsResponse>

export const submitProjectResponse = commandResponse.extend({
  project: z.object({ _id: z.string(), day: z.int() }),
})
export type SubmitProjectResponse = z.infer<typeof submitProjectResponse>

export const uploadResponse = queryResponse.extend({ imageUrl: z.string(), thumbnailUrl: z.string() })
export type UploadResponse = z.infer<typeof uploadResponse>

/**
 * One decision about several projects. All of them get the same reason; with `fillPlaceholders`, its placeholders stand for the participant,
 * the name and the day of each project. `versions`: the version of each project that the admin saw, by project id.
 */
export const reviewManyRequest = reviewRequest.omit({ version: true }).extend({
  versions: z
    .record(z.string().max(100), seenVersion)
    .refine(
      (versions) => Object.keys(versions).length <= maxReviewsAtOnce,
      `At most ${maxReviewsAtOnce} versions`,
    )
    .optional(),
  fillPlaceholders: z.boolean().optional(),
  projectIds: z
    .array(z.string().max(100))
    .min(1, 'Select at least one project')
    .max(maxReviewsAtOnce, `Select at most ${maxReviewsAtOnce} projects`)
    .refine((ids) => new Set(ids).size === ids.length, 'Select each project once'),
})
export type ReviewManyRequest = z.infer<typeof reviewManyRequest>

/** The last review of a project, by an admin. */
export const pastReview = laterChange
  .omit({ what: true, version: true, reason: true, average: true })
  .extend({ status: z.enum(['approved', 'rejected']) })

/**
 * What happened to one project of the request. `reviewed`: the decision was recorded. `already-reviewed`: an admin was
 * first, as `review` says. `withdrawn`: its owner withdrew it. `not-found`: there is no such project in the current run.
 * `conflict-of-interest`: the admin has one with its owner. `revised`: its owner revised it after the admin had seen it, as `change` says.
 * `conflict`: others changed it at the same time; try again.
 */
const reviewOutcome = z.discriminatedUnion('outcome', [
  z.object({
    projectId: z.string(),
    outcome: z.enum(['reviewed', 'withdrawn', 'not-found', 'conflict', 'conflict-of-interest']),
  }),
  z.object({ projectId: z.string(), outcome: z.literal('already-reviewed'), review: pastReview }),
  z.object({ projectId: z.string(), outcome: z.literal('revised'), change: laterChange }),
])
export type ReviewOutcome = z.infer<typeof reviewOutcome>

export const projectEndpoints = {
  uploadScreenshot: post('/api/uploads/project-image', 'participants', {
    summary: 'Upload a screenshot: JPEG, PNG or WebP, at most 2 MB',
    limit: 'upload',
    file: 'projectImage',
    status: 201,
    response: uploadResponse,
    errors: ['quota-reached'],
  }),
  submit: post('/api/projects', 'participants', {
    summary: 'Submit the project of a day',
    limit: 'submit',
    body: submitProjectRequest,
    status: 201,
    response: submitProjectResponse,
    errors: ['day-already-taken', 'day-not-started', 'challenge-ended', 'challenge-was-reset'],
  }),
  change: put('/api/projects/:projectId', 'signed-in', {
    summary: 'Review a project (admins, with a status) or revise it (its owner, with its content)',
    /** A request with a status is a review; any other is a revision by the owner, which cannot change the day. */
    body: z.union([reviewRequest, submitProjectRequest.omit({ day: true })]),
    errors: [
      'conflict-of-interest',
      'not-allowed',
      'not-your-project',
      'already-reviewed',
      'changed-meanwhile',
      'project-closed',
      'challenge-ended',
    ],
  }),
  withdraw: del('/api/projects/:projectId', 'signed-in', {
    summary: 'Withdraw a project that is not yet approved',
    errors: ['not-your-project', 'project-closed', 'challenge-ended'],
  }),
  mine: get('/api/projects/my-projects', 'signed-in', {
    summary: 'My projects, newest first',
    query: projectsQuery,
    response: userProjectsResponse,
  }),
  all: get('/api/projects/all', 'view-admin-area', {
    summary: 'All projects, newest first',
    query: allProjectsQuery,
    response: projectsResponse,
  }),
  count: get('/api/projects/count', 'view-admin-area', {
    summary: 'Number of projects',
    response: countResponse,
  }),
  ofUser: get('/api/projects/user/:userId', 'self-or-admins', {
    summary: 'Projects of a user, newest first',
    query: projectsQuery,
    response: userProjectsResponse,
  }),
  countOfUser: get('/api/projects/user/:userId/count', 'self-or-admins', {
    summary: 'Number of projects that a user has submitted',
    response: countResponse,
  }),
  one: get('/api/projects/:projectId', 'signed-in', {
    summary: 'One project',
    response: projectResponse,
  }),
  reviewMany: post('/api/admin/reviews', 'review-projects', {
    summary: 'Approve or reject up to 100 projects; the response says what happened to each',
    limit: 'command',
    body: reviewManyRequest,
    /** The outcomes are in the order of the request. */
    response: commandResponse.extend({ outcomes: z.array(reviewOutcome) }),
  }),
}
