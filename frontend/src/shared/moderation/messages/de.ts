import type { Translation } from '../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  hide: 'Ausblenden',
  hideTitle: 'Diesen Text ausblenden?',
  hideDescription:
    'Nur wer ihn geschrieben hat und Admins sehen ihn dann noch, mit dem Grund. Du kannst ihn wieder einblenden.',
  reason: 'Grund',
  cancel: 'Abbrechen',
  hiding: 'Wird ausgeblendet …',
  notHidden: 'Der Text konnte nicht ausgeblendet werden. Bitte versuche es noch einmal.',
  unhide: 'Einblenden',
  unhideTitle: 'Diesen Text wieder einblenden?',
  unhideDescription: 'Dann sehen ihn alle.',
  notShown: 'Der Text konnte nicht eingeblendet werden. Bitte versuche es noch einmal.',
  hiddenBy: 'Ausgeblendet von <name></name> (<time></time>). Grund:',
  hiddenOwn: 'Von einem Admin ausgeblendet (<time></time>): Nur du und Admins sehen diesen Text. Grund:',
}
