import { LazyChartCard } from '../lazy-chart-card.tsx'
import { t } from '../../../shared/i18n/t.ts'

const loadChart = async () => (await import('./participation-chart.tsx')).ParticipationChart

/** Participation over the thirty days. */
export const ParticipationCard = () => (
  <LazyChartCard
    title={t('adminBoard.participation')}
    failedText={t('adminBoard.participationFailed')}
    loadChart={loadChart}
  />
)
