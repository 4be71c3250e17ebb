import { z } from 'zod'
import { totalDays } from '../../rules/challenge-day.ts'
import { isWebAddress } from '../../rules/text/web-address.ts'
import { commandResponse, pageQuery } from '../responses.ts'

/** Largest screenshot in bytes (specification, section 5), and what is said about a larger one. */
export const maxScreenshotBytes = 2_097_152
export const screenshotTooLargeMessage = 'File size exceeds 2MB limit. Please choose a smaller image.'

const text = (name: string, longest: number, missing = `${name} is required`) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(longest, `At most ${longest.toLocaleString('en')} characters`)

const link = (name: string) =>
  text(name, 2048).refine(isWebAddress, 'Enter a full address that starts with http:// or https://')

const content = {
  projectName: text('Project name', 120),
  liveLink: link('Live link'),
  repoLink: link('Repository link'),
  description: text('Description', 5000),
  languages: text('Languages', 300, 'At least one language is required'),
  frameworks: z.string().trim().max(300, 'At most 300 characters').optional(),
  imageUrl: z
    .string({ error: 'Screenshot is required' })
    .regex(/^\/uploads\/[0-9a-f]{32}\.webp$/, 'Upload the screenshot first'),
}
const day = z.int('Choose a day').min(1, 'Choose a day').max(totalDays, 'Choose a day')

export const submitProjectRequest = z.strictObject({ ...content, day })
export type SubmitProjectRequest = z.infer<typeof submitProjectRequest>

/** The owner's new words; the day stays. */
const reviseProjectRequest = submitProjectRequest.omit({ day: true })

/** A review by an admin. The reason is shown to the owner; it goes with a rejection only. */
export const reviewRequest = z.strictObject({
  status: z.enum(['approved', 'rejected']),
  reason: z.string().trim().max(1000, 'At most 1,000 characters').optional(),
})
export type ReviewRequest = z.infer<typeof reviewRequest>

/** One path for both: a status is a review, anything else a revision. */
export const changeProjectRequest = z.union([reviewRequest, reviseProjectRequest])

/** `rejected` and `approved` are final until the owner revises; withdrawn projects are in no list. */
export const projectStatus = z.enum(['submitted', 'approved', 'rejected'])
export type ProjectStatus = z.infer<typeof projectStatus>

/** Who handed it in. `email` only in answers to admins. */
const projectOwner = z.object({
  _id: z.string(),
  fullName: z.string(),
  username: z.string().nullable(),
  profileImage: z.string().nullable(),
  email: z.string().optional(),
})

/** A project as lists and screens show it. `name` and `screenshot` repeat `projectName` and `imageUrl`. */
export const projectCard = z.object({
  _id: z.string(),
  projectName: z.string(),
  name: z.string(),
  day: z.int(),
  description: z.string(),
  languages: z.string(),
  frameworks: z.string(),
  liveLink: z.string(),
  repoLink: z.string(),
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
  /** How many people have opened it; its owner does not count. */
  views: z.int(),
  /** Missing in live messages: they go to many readers. */
  likedByMe: z.boolean().optional(),
  submissionDate: z.string(),
  submittedDate: z.string(),
  createdAt: z.string(),
  submittedBy: z.string(),
  submitterAvatar: z.string().nullable(),
  user: projectOwner,
})
export type ProjectCard = z.infer<typeof projectCard>

export const projectResponse = z.object({ success: z.literal(true), project: projectCard })
export type ProjectResponse = z.infer<typeof projectResponse>

/** Filters of a list: all optional, all must hold. `search` looks in name and description, `language` in the languages. */
export const projectsQuery = pageQuery.extend({
  search: z.string().max(200).optional(),
  language: z.string().max(100).optional(),
  day: z.coerce.number().int().min(1).max(totalDays).optional(),
  status: projectStatus.optional(),
})
export type ProjectsQuery = z.infer<typeof projectsQuery>

export const allProjectsQuery = projectsQuery.extend({ populate: z.enum(['user']).optional() })

/**
 * How many projects a list has, whatever its status filter. With `atLeast` there may be more: a search looks through the
 * newest only, so that it never takes long.
 */
const projectCounts = z.object({
  all: z.int(),
  submitted: z.int(),
  approved: z.int(),
  rejected: z.int(),
  atLeast: z.literal(true).optional(),
})

/** Newest first. A page of a search may have fewer projects than were asked for, or none, and be followed by others. */
export const projectsResponse = z.object({
  success: z.literal(true),
  projects: z.array(projectCard),
  counts: projectCounts,
  nextCursor: z.string().nullable(),
  position: z.string(),
})
export type ProjectsResponse = z.infer<typeof projectsResponse>

/**
 * The projects of one person. `languages` (trimmed, each once, sorted) and `days` (ascending) are those of all of them,
 * whatever is filtered: what there is to choose from.
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

export const uploadResponse = z.object({
  success: z.literal(true),
  imageUrl: z.string(),
  thumbnailUrl: z.string(),
})
export type UploadResponse = z.infer<typeof uploadResponse>
