import { request } from '../../shared/http/http.ts'
import { liveData } from '../../shared/live/live-data.ts'
import { judgingUpkeep } from '../../shared/judging/judging-requests.ts'
import { t } from '../../shared/i18n/t.ts'

/** What the screen of judging shows, live, without the two lists with normalised averages (`judged-projects.tsx`). */
export const judgingData = liveData({
  ...judgingUpkeep,
  load: (_key: undefined, signal) => request('GET', '/api/admin/judging', { signal }),
  failedText: t('serverTexts.somethingWentWrong'),
})
