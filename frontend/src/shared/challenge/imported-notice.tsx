import { Banner } from '../ui/feedback/banner.tsx'
import { useCurrentDay } from './current-day.ts'
import { t } from './messages/t.ts'

/** Says that the run continues a file without a known signature. Nothing for other runs. */
export const ImportedNotice = () =>
  useCurrentDay(({ imported }) => imported) === true && <Banner kind="warning">{t('importedRun')}</Banner>
