import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  exportAs: 'Als {format} exportieren',
  exportKindAs:
    '{kind, select, users {Konten} projects {Projekte} ratings {Bewertungen} standings {Stand} other {Protokoll}} als {format} exportieren',
  exporting: 'Wird exportiert',
  exported:
    '{kind, select, users {Konten} projects {Projekte} ratings {Bewertungen} standings {Stand} other {Protokoll}} exportiert, {size}',
  exportFailed: 'Der Export ist fehlgeschlagen: {message}',
  retry: 'Erneut versuchen',
}
