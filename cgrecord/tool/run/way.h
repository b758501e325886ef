/*
 * Which way a command is recorded: as wanted, or as what it offers allows.
 */
#ifndef CGRECORD_WAY_H
#define CGRECORD_WAY_H

#include "choose/serve.h"
#include "run/offer.h"

/** Choose where the settings leave it open. @param offer receives what the program that decides
 *  offers; release with offer_clear */
void way_choose(struct record_settings *settings, struct offer *offer);

/** Say which way it is. @param serve what chooses functions, or NULL
 *  @return false: it cannot be recorded, which is reported */
bool way_say(const struct record_settings *settings, struct serve *serve,
             const struct offer *offer);

#endif
