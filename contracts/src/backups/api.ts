// Endpoints that reset the challenge, make, restore, export and import backups, and say how far the switch to another run is.

import { z } from 'zod'
import { nameCodes } from '../accounts/person-summary-api.ts'
import { whatIfRow } from '../leaderboard/scoring-api.ts'
import { boardStatistics } from './backup-file.ts'
import { fileOrigins } from './file-origins.ts'
import { commandResponse, position, pageQuery, liveResponse, queryResponse } from '../endpoints/responses.ts'
import { requiredText } from '../endpoints/shown-text.ts'
import { get, post, del } from '../endpoints/endpoint-definition.ts'
import { rule } from '../texts/text.ts'

/** Content type of a backup file. */
export const backupFileType = 'application/gzip'

/** Maximum size of a backup file: a history of several million events. */
const maxBackupFileBytes = 1024 ** 3

/** Start and end (ISO) of a challenge; `end` is the default end if no admin has set one. */
const challengePeriod = z.object({ start: z.string(), end: z.string() })

/**
 * A backup: a pointer to a place in the history of a run. `createdBy` is null for backups that the product made itself and
 * for deleted accounts. `statistics` describe the leaderboard at that place; `averagePoints` is the mean over
 * `totalParticipants`, the ranked participants with a project. `challengePeriod` is null if the challenge was not started.
 */
export const backup = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  automatic: z.boolean(),
  imported: z.boolean(),
  /**
   * Of an imported backup: what was known of the key that signed its file. Also `unknown` for a backup of a run that continues one from a file
   * without a known signature.
   */
  origin: z.enum(fileOrigins).optional(),
  createdBy: z.object({ username: z.string() }).nullable(),
  data: z.object({
    statistics: z.object({ totalProjects: z.int(), totalParticipants: z.int(), averagePoints: z.number() }),
    metadata: z.object({ run: z.int(), day: z.int(), challengePeriod: challengePeriod.nullable() }),
  }),
})
export type Backup = z.infer<typeof backup>

/** What a backup of the current run would show, by the same rules as the `statistics` of backups. */
export const historyFiguresResponse = queryResponse.extend({ run: z.int(), statistics: boardStatistics })
export type HistoryFigures = z.infer<typeof historyFiguresResponse>

/** Newest first; a bare array. The next cursor is in the header `X-Next-Cursor`. */
export const backupsResponse = z.array(backup)

export const createBackupRequest = z.strictObject({ name: requiredText(rule('nameRequired'), 120) })

/** `run` is the number of the new run, `backupId` the backup of the run before. */
export const resetResponse = commandResponse.extend({ run: z.int(), backupId: z.string() })
export type ResetResponse = z.infer<typeof resetResponse>

/** What the cards of a preview show of a leaderboard. `days`: number of counted projects of each of the 30 days. */
const previewFigures = z.object({
  day: z.int(),
  totalProjects: z.int(),
  totalParticipants: z.int(),
  averagePoints: z.number(),
  challengePeriod: challengePeriod.nullable(),
  days: z.array(z.int()),
  /** SHA-256 of the leaderboard in hex; equal digests mean equal leaderboards. */
  digest: z.string(),
})

const previewProject = z.object({
  _id: z.string(),
  projectName: z.string(),
  day: z.int(),
  owner: z.string(),
  nameCodes,
})

/** What comes or goes. Of the projects the first 200, newest first, and how many there are in all. */
const previewDifference = z.object({
  projects: z.object({ total: z.int(), first: z.array(previewProject) }),
  ratings: z.int(),
  participants: z.int(),
})

/** A participant whose rank or points change. */
const previewRow = whatIfRow.omit({ username: true })
export type PreviewRow = z.infer<typeof previewRow>

/**
 * What a restore would change. `top` are the first ten rows after the restore, `moved` the first 200 participants whose
 * rank or points change, by rank after the restore, and how many there are. `ratings`: written ratings that appear and
 * vanish. `position` is the place in the log at which it was computed.
 */
export const restorePreview = liveResponse.extend({
  backup,
  now: previewFigures,
  after: previewFigures,
  appears: previewDifference,
  vanishes: previewDifference,
  top: z.array(previewRow),
  moved: z.object({ total: z.int(), first: z.array(previewRow) }),
})
export type RestorePreview = z.infer<typeof restorePreview>

/**
 * The switch to a new run after a reset or a restore. `shownRun` is the run that queries show, `run` the current one. While
 * they differ the read models of the current run are being built: `done` of `total` positions of the log; `failure` says
 * why they cannot be built at the moment. `since` is the time (ISO) at which the switch began.
 */
export const historyStatus = z.strictObject({
  run: z.int(),
  shownRun: z.int(),
  state: z.enum(['shown', 'building', 'failed']),
  done: position,
  total: position,
  since: z.string().nullable(),
  failure: z.string().nullable(),
})
export type HistoryStatus = z.infer<typeof historyStatus>

/**
 * How far an import is: `events` of `total`, which is 0 until the beginning of the file was read. `waiting`: other imports come
 * first. An import that finds the events in another order appends and checks them once more.
 */
export const importProgress = z.strictObject({
  step: z.enum(['waiting', 'verifying', 'appending', 'checking']),
  events: z.int(),
  total: z.int(),
})
export type ImportProgress = z.infer<typeof importProgress>

/**
 * What was verified of a file. Hashes are SHA-256 in hex. `signedBy`: the fingerprint of the key that signed it, null without a signature;
 * `signerName`: what an accepted key is called here.
 */
export const fileVerification = z.object({
  formatVersion: z.int(),
  productVersion: z.string(),
  events: z.int(),
  finalHash: z.string(),
  digest: z.string(),
  origin: z.enum(fileOrigins),
  signedBy: z.string().nullable(),
  signerName: z.string().nullable(),
})
export type FileVerification = z.infer<typeof fileVerification>

/**
 * What an import of a file would do. `backupId`: the backup of this file that is listed already, so that nothing would change.
 * `people`: everybody who is named in the file, and how many of them have no account here. `mayImport`: whether the caller may.
 */
export const importPreviewResponse = queryResponse.extend({
  name: z.string(),
  createdAt: z.string(),
  statistics: boardStatistics,
  backupId: z.string().nullable(),
  people: z.object({ total: z.int(), unknown: z.int() }),
  mayImport: z.boolean(),
  verification: fileVerification,
})
export type ImportPreview = z.infer<typeof importPreviewResponse>

export const importResponse = commandResponse.extend({
  backup,
  /** Whether the backup was there already, so that nothing changed. */
  wasThere: z.boolean(),
  verification: fileVerification,
})
export type ImportResponse = z.infer<typeof importResponse>

const importOfFile = {
  limit: 'admin',
  rawBody: { type: backupFileType, maxBytes: maxBackupFileBytes },
  progress: importProgress,
  errors: ['backup-damaged', 'quota-reached'],
} as const

export const historyEndpoints = {
  reset: post('/api/admin/reset-with-backup', 'manage-backups', {
    summary: 'Back up the current run and begin a new, empty one; accounts stay',
    confirmed: true,
    response: resetResponse,
  }),
  restore: post('/api/admin/restore-backup/:backupId', 'manage-backups', {
    summary: 'Back up the current run and begin a new one from a backup',
    confirmed: true,
    /** `run` is the number of the new run, `safetyBackupId` the backup of the run before. */
    response: commandResponse.extend({ run: z.int(), safetyBackupId: z.string() }),
    errors: ['backup-damaged'],
  }),
  list: get('/api/admin/backups', 'view-admin-area', {
    summary: 'All backups, newest first; the next cursor is in X-Next-Cursor',
    query: pageQuery,
    response: backupsResponse,
  }),
  create: post('/api/admin/backups', 'manage-backups', {
    summary: 'Back up the current run as it is now',
    body: createBackupRequest,
    status: 201,
    response: commandResponse.extend({ backupId: z.string() }),
    errors: ['quota-reached'],
  }),
  one: get('/api/admin/backups/:backupId', 'view-admin-area', {
    summary: 'One backup',
    response: backup,
  }),
  remove: del('/api/admin/backups/:backupId', 'manage-backups', {
    summary: 'Remove a backup from the list; the history stays in the log',
  }),
  preview: get('/api/admin/backups/:backupId/preview', 'view-admin-area', {
    summary: 'What would appear, vanish and change rank if a backup was restored',
    response: restorePreview,
  }),
  export: get('/api/admin/backups/:backupId/export', 'manage-backups', {
    summary: 'The history of a backup as one file, which any installation can import',
    limit: 'admin',
    download: [backupFileType],
  }),
  previewImport: post('/api/admin/backups/import/preview', 'manage-backups', {
    ...importOfFile,
    summary: 'Verify a file of an exported backup, and say whose it is and whom it names; changes nothing',
    response: importPreviewResponse,
  }),
  import: post('/api/admin/backups/import', 'manage-backups', {
    ...importOfFile,
    summary: 'Verify a file of an exported backup, and add it to the backups',
    confirmed: true,
    response: importResponse,
  }),
  figures: get('/api/admin/history/figures', 'view-admin-area', {
    summary: 'What goes into a backup of the current run, which a reset makes',
    response: historyFiguresResponse,
  }),
  status: get('/api/admin/history', 'view-admin-area', {
    summary: 'Which run is shown, and how far the read models of a new run are built',
    response: queryResponse.extend(historyStatus.shape),
  }),
}
