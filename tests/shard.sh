# What tests in parts share; sourced.

# of_shard NUMBER/COUNT: of the lines of standard input, every so many from that one on. Fails unless
# 1 <= NUMBER <= COUNT.
of_shard() {
    LC_ALL=C awk -v shard="$1" 'BEGIN {
            if (shard !~ /^[0-9]+\/[0-9]+$/) exit wrong = 1
            split(shard, part, "/")
            if (part[1] < 1 || part[1] + 0 > part[2] + 0) exit wrong = 1
        }
        NR % part[2] == part[1] % part[2]
        END { exit wrong }'
}
