import { LazyChartCard } from '../lazy-chart-card.tsx'
import { t } from '../messages/t.ts'

const loadChart = async () => (await import('./participation-chart.tsx')).ParticipationChart

/** Participation over the thirty days. */
export const ParticipationCard = () => (
  <LazyChartCard title={t('participation')} failedText={t('participationFailed')} loadChart={loadChart} />
)
