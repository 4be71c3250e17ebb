import { request } from '../http/http.ts'
import { t } from '../i18n/t.ts'
import { liveData } from '../live/live-data.ts'

/** The account of this session, with all that only its user may see. */
export const ownAccount = liveData({
  load: (_key: undefined, signal) => request('GET', '/api/auth/me', { signal }),
  failedText: t('profile.profileNotLoaded'),
  resyncs: true,
})
