import { request } from '../../../shared/http/http.ts'
import { liveData } from '../../../shared/live/live-data.ts'
import { t } from '../../../shared/i18n/t.ts'

/** The key of this installation, and the accepted keys of others. */
export const backupKeys = liveData({
  load: (_key: undefined, signal) => request('GET', '/api/admin/backup-keys', { signal }),
  failedText: t('common.noResponse'),
  resyncs: true,
  isAlwaysFresh: true,
})

/** Accepts a key, or gives it another name. The list shows it when this resolves. */
export async function acceptKey({ fingerprint, name }: { fingerprint: string; name: string }): Promise<void> {
  const params = { fingerprint }
  await request('PUT', '/api/admin/backup-keys/:fingerprint', { params, body: { name } })
  await backupKeys.refresh()
}

export async function removeKey(fingerprint: string): Promise<void> {
  await request('DELETE', '/api/admin/backup-keys/:fingerprint', { params: { fingerprint } })
  await backupKeys.refresh()
}

/** Returns a fingerprint in groups of four characters, which people can compare. */
export const formatFingerprint = (fingerprint: string): string => fingerprint.replaceAll(/.{4}(?=.)/g, '$& ')
