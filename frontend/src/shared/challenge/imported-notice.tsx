import { Banner } from '../ui/feedback/banner.tsx'
import { useCurrentDay } from './current-day.ts'
import { t } from '../i18n/t.ts'

/** Says that the current run continues a file without a known signature. Nothing for other runs. */
export const ImportedNotice = () => useCurrentDay(({ imported }) => imported) === true && <ImportedBanner />

/** The same of the run that is shown. */
export const ImportedBanner = () => <Banner kind="warning">{t('challenge.importedRun')}</Banner>
