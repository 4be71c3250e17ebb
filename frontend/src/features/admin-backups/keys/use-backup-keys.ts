import { request } from '../../../shared/http/http.ts'
import { queryClient } from '../../../shared/http/query-client.ts'
import { useLoadState } from '../../../shared/http/use-load-state.ts'
import { t } from '../messages/t.ts'

const area = 'admin'
const queryKey = ['backup-keys']

/** The key of this installation, and the accepted keys of others. */
export const useBackupKeys = () =>
  useLoadState({
    queryKey,
    queryFn: (signal) => request('GET', '/api/admin/backup-keys', { area, signal }),
    fallback: t('noResponse'),
    resyncs: true,
    isAlwaysFresh: true,
  })

/** Accepts a key, or gives it another name. The list shows it when this resolves. */
export async function acceptKey({ fingerprint, name }: { fingerprint: string; name: string }): Promise<void> {
  const params = { fingerprint }
  await request('PUT', '/api/admin/backup-keys/:fingerprint', { params, body: { name }, area })
  await queryClient.invalidateQueries({ queryKey })
}

export async function removeKey(fingerprint: string): Promise<void> {
  await request('DELETE', '/api/admin/backup-keys/:fingerprint', { params: { fingerprint }, area })
  await queryClient.invalidateQueries({ queryKey })
}

/** Returns a fingerprint in groups of four characters, which people can compare. */
export const formatFingerprint = (fingerprint: string): string => fingerprint.replaceAll(/.{4}(?=.)/g, '$& ')
