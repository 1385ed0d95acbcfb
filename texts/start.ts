/**
 * The few texts that the page carries with itself, for when it cannot fetch the others: a start that failed. They are part of the
 * catalogues of both languages.
 */
export const startTexts = {
  ru: {
    'page.crash_title': 'Экран не открылся',
    'page.crash_text': 'Обновите страницу. Код сбоя: {id}',
    'page.reload': 'Обновить',
    'page.title': '{screen} · {brand}',
    'offline.page_title': 'Нет связи',
    'offline.page_text': 'Кошелек откроется, когда появится интернет. Деньги на месте',
  },
  en: {
    'page.crash_title': "This screen didn't open",
    'page.crash_text': 'Reload the page. Error code: {id}',
    'page.reload': 'Reload',
    'page.title': '{screen} · {brand}',
    'offline.page_title': "You're offline",
    'offline.page_text': "Your wallet will open once you're connected. Your money is safe",
  },
} as const
