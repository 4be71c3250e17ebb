import { z } from 'zod'
import { acceptBackupKeyRequest, backupKeyFingerprint, backupKeysResponse } from '../api/admin/backup-keys.ts'
import { commandResponse } from '../api/responses.ts'
import { get, put, del } from './endpoint-definition.ts'

const params = z.object({ fingerprint: backupKeyFingerprint })

/** The keys that sign backup files (decision 0110). */
export const backupKeyEndpoints = {
  list: get('/api/admin/backup-keys', {
    summary: 'The key with which this installation signs backup files, and the accepted keys of others',
    access: 'view-admin-area',
    response: backupKeysResponse,
  }),
  accept: put('/api/admin/backup-keys/:fingerprint', {
    summary: 'Accept the key of another installation: its backup files keep their names of actors',
    access: 'trust-backups',
    confirmed: true,
    limit: 'admin',
    params,
    body: acceptBackupKeyRequest,
    response: commandResponse,
    errors: ['quota-reached', 'conflict'],
  }),
  remove: del('/api/admin/backup-keys/:fingerprint', {
    summary: 'No longer accept a key; what was imported stays as it is',
    access: 'trust-backups',
    limit: 'admin',
    params,
    response: commandResponse,
    errors: ['conflict'],
  }),
}
