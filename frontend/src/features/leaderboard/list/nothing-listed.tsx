import { EmptyState, NoMatches } from '../../../shared/ui/feedback/states.tsx'
import { t } from '../../../shared/i18n/t.ts'

type NothingListedProps = { isSearch: boolean; onClear: () => void }

/** An empty list below the podium: no name matches the search, or everybody with points is on the podium. */
export const NothingListed = ({ isSearch, onClear }: NothingListedProps) =>
  isSearch ? (
    <NoMatches title={t('common.noMatch')} onClear={onClear} />
  ) : (
    <EmptyState title={t('leaderboard.nobodyElse')}>{t('leaderboard.everybodyOnPodium')}</EmptyState>
  )
