import { i18n } from '@lingui/core'

// Tests read the English texts of the source, without a catalogue.
i18n.loadAndActivate({ locale: 'en', locales: 'en-GB', messages: {} })
