import { z } from 'zod'
import {
  backup,
  backupsResponse,
  createBackupRequest,
  createBackupResponse,
  importPreviewResponse,
  importProgress,
  importResponse,
  historyFiguresResponse,
  historyStatusResponse,
  resetResponse,
  restorePreview,
  restoreResponse,
} from '../api/admin/backups.ts'
import { commandResponse, pageQuery } from '../api/responses.ts'
import { get, post, del } from './endpoint-definition.ts'
import { backupFileType, maxBackupFileBytes } from '../backup-file/file-limits.ts'

const backupParams = z.object({ backupId: z.string().max(64) })

/** Reset, backups and restore (decisions, section 7). */
export const historyEndpoints = {
  reset: post('/api/admin/reset-with-backup', {
    summary: 'Back up the current run and begin a new, empty one; accounts stay',
    access: 'manage-backups',
    confirmed: true,
    limit: 'change-challenge',
    response: resetResponse,
    errors: ['conflict'],
  }),
  restore: post('/api/admin/restore-backup/:backupId', {
    summary: 'Back up the current run and begin a new one from a backup',
    access: 'manage-backups',
    confirmed: true,
    limit: 'change-challenge',
    params: backupParams,
    response: restoreResponse,
    errors: ['backup-not-found', 'backup-damaged', 'conflict'],
  }),
  list: get('/api/admin/backups', {
    summary: 'All backups, newest first; the next cursor is in X-Next-Cursor',
    access: 'view-admin-area',
    query: pageQuery,
    response: backupsResponse,
    errors: ['busy'],
  }),
  create: post('/api/admin/backups', {
    summary: 'Back up the current run as it is now',
    access: 'manage-backups',
    limit: 'change-challenge',
    body: createBackupRequest,
    status: 201,
    response: createBackupResponse,
    errors: ['quota-reached', 'conflict'],
  }),
  one: get('/api/admin/backups/:backupId', {
    summary: 'One backup',
    access: 'view-admin-area',
    params: backupParams,
    response: backup,
    errors: ['backup-not-found', 'busy'],
  }),
  remove: del('/api/admin/backups/:backupId', {
    summary: 'Remove a backup from the list; the history stays in the log',
    access: 'manage-backups',
    limit: 'change-challenge',
    params: backupParams,
    response: commandResponse,
    errors: ['backup-not-found', 'conflict'],
  }),
  preview: get('/api/admin/backups/:backupId/preview', {
    summary: 'What would appear, vanish and change rank if a backup was restored',
    access: 'view-admin-area',
    params: backupParams,
    response: restorePreview,
    errors: ['backup-not-found', 'busy'],
  }),
  export: get('/api/admin/backups/:backupId/export', {
    summary: 'The history of a backup as one file, which any installation can import',
    access: 'manage-backups',
    limit: 'admin',
    params: backupParams,
    download: [backupFileType],
    errors: ['backup-not-found', 'busy'],
  }),
  previewImport: post('/api/admin/backups/import/preview', {
    summary: 'Verify a file of an exported backup, and say whose it is and whom it names; changes nothing',
    access: 'manage-backups',
    limit: 'admin',
    rawBody: { type: backupFileType, maxBytes: maxBackupFileBytes },
    response: importPreviewResponse,
    progress: importProgress,
    errors: ['backup-damaged', 'quota-reached', 'busy'],
  }),
  import: post('/api/admin/backups/import', {
    summary: 'Verify a file of an exported backup, and add it to the backups',
    access: 'manage-backups',
    confirmed: true,
    limit: 'admin',
    rawBody: { type: backupFileType, maxBytes: maxBackupFileBytes },
    response: importResponse,
    progress: importProgress,
    errors: ['backup-damaged', 'not-allowed', 'quota-reached', 'conflict', 'busy'],
  }),
  figures: get('/api/admin/history/figures', {
    summary: 'What goes into a backup of the current run, which a reset makes',
    access: 'view-admin-area',
    response: historyFiguresResponse,
    errors: ['busy'],
  }),
  status: get('/api/admin/history', {
    summary: 'Which run is shown, and how far the read models of a new run are built',
    access: 'view-admin-area',
    response: historyStatusResponse,
  }),
}
