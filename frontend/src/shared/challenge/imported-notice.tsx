import { Banner } from '../ui/feedback/banner.tsx'
import { useCurrentDay } from './current-day.ts'
import { t } from '../i18n/t.ts'

/** Says that the current run was imported from a backup file without a known signature. Nothing for other runs. */
export const ImportedNotice = () => useCurrentDay(({ imported }) => imported) === true && <ImportedBanner />

/** The same banner, for callers that know it of another run, such as that of a past leaderboard. */
export const ImportedBanner = () => <Banner kind="warning">{t('challenge.importedRun')}</Banner>
